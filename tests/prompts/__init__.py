"""What each prompt may see (DESIGN 3.4), how it is laid out, and that no value can break out of its section."""
