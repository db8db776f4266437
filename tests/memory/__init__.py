"""Memory, tool list and hint in checkpoints: seen, restored, continued another way, and safe to load."""
