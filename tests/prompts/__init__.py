"""What prompts see (docs/reference/prompts.md), how it is laid out, and that no value breaks out of its section."""
