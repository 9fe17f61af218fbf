"""Word lists that several English reading rules share, loaded from the files of `languages/en/lexicon`."""

from __future__ import annotations

from functools import partial

from episodic.languages import word_lists

words = partial(word_lists.words, "en")
word_set = partial(word_lists.word_set, "en")
any_of = partial(word_lists.any_of, "en")

MALE_TITLES = word_set("male_titles")
FEMALE_TITLES = word_set("female_titles")
NEUTRAL_TITLES = word_set("neutral_titles")
TITLES = MALE_TITLES | FEMALE_TITLES | NEUTRAL_TITLES
GENERATION_SUFFIXES = word_set("generation_suffixes")

CALENDAR_WORDS = word_set("calendar_words")
PEOPLES = word_set("peoples")
CAPITALISED_NON_NAMES = word_set("capitalised_non_names")
SENTENCE_OPENERS = word_set("sentence_openers")
GIVEN_NAMES = word_set("given_names")
FEMALE_GIVEN_NAMES = word_set("female_given_names")

PLACE_HEADS = word_set("place_heads")
PLACE_PREFIXES = word_set("place_prefixes")
KNOWN_PLACES = word_set("known_places")
ORGANIZATION_HEADS = word_set("organization_heads")
SHIP_NOUNS = word_set("ship_nouns")

SPEECH_VERBS = words("speech_verbs")
