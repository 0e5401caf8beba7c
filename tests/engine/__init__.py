"""Tests of the rules and of what every game promises."""
