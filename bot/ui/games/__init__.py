"""The screens of each game, one package a game."""
