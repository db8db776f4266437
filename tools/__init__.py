"""Where tools come from, and what is common to all of them."""
