"""What screens are made of: values, controls, words that several screens share."""
