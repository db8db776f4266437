"""Many requests: files of them, rows of results that are the point to go on from, and processes that answer them."""
