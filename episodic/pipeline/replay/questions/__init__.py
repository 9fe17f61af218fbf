"""Questions: what a replay asks a judge about rival statements and the payoffs of setups."""
