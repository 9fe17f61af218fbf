"""Knowledge: what a person knows or believes at a moment, from what the person says, witnesses, hears or reads."""
