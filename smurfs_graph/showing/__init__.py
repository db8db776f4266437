"""How calls, plans and texts are shown to people, in lines that no value can fake."""
