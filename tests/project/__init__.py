"""Checks of the project itself: conventions, documents, commands."""
