"""Plans: what they are, what is wrong with one, how they end and are delivered. Pure."""
