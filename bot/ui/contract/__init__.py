"""What a game gives its screens: renderer, pages of its rules, lesson, layout of a picture."""
