"""Questions: what a replay asks a judge about rival statements, the payoffs of setups and the ends of states."""
