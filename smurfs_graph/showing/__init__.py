"""Show calls, plans and texts to people, in lines that no value can fake."""
