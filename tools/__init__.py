"""Tools: where they come from, and what is common to all of them."""
