"""Word lists that several Chinese reading rules share, loaded from the files of `languages/zh/lexicon`."""

from __future__ import annotations

from functools import partial

from episodic.languages import word_lists

words = partial(word_lists.words, "zh")
word_set = partial(word_lists.word_set, "zh")
any_of = partial(word_lists.any_of, "zh")

HAN = "\u3400-\u9fff\U00020000-\U0003ffff々〇"
"""The ranges of Han characters that names can contain, for use inside a character class of a regular expression."""

SURNAMES = word_set("surnames")
RISKY_SURNAMES = word_set("ambiguous_surnames")
COMPOUND_SURNAMES = words("compound_surnames")
OFFICE_TITLES = words("office_titles")
SPEECH_VERBS = words("speech_verbs")
CLASSICAL_ACTIONS = words("classical_actions")
MODERN_ACTIONS = words("modern_actions")
MANNER_ADVERBS = words("manner_adverbs")
UNLIKELY_IN_NAMES = word_set("unlikely_name_characters")
IMPOSSIBLE_IN_NAMES = word_set("impossible_name_characters")
BEFORE_NAME = word_set("before_name_characters")
AFTER_NAME = word_set("after_name_characters")
NON_PERSON_WORDS = word_set("non_person_words")
