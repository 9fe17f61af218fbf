"""Language pack of English, which registers the components that English supplies."""

from __future__ import annotations

from importlib import resources
from typing import Final

from episodic.languages.messages import catalogue
from episodic.languages.registry import LanguagePack
from episodic.model.episodes import Language

ENGLISH: Final = Language("en")

PACK: Final = LanguagePack(
    ENGLISH,
    script="Latn",
    names={Language("en"): "English", Language("zh"): "英文"},
    common_words=frozenset("the and to that his she with for he it you they my".split()),
    default_for_script=True,
    fallback=True,
    components={
        "narrator": "episodic.languages.en.narration:NARRATOR",
        "time_expressions": "episodic.languages.en.time_expressions.language_rules:RULES",
        "narration": "episodic.languages.en.text.narration:RULES",
        "passages": "episodic.languages.en.text.passages:SIZE",
        "sentences": "episodic.languages.en.text.sentences:RULES",
        "first_person": "episodic.languages.en.text.first_person:RULES",
        "prompts": lambda: resources.files(__name__).joinpath("prompts"),
        "headings": "episodic.languages.en.text.headings:RULES",
        "lexicon": lambda: resources.files(__name__).joinpath("lexicon"),
        "inflections": "episodic.languages.en.text.inflections:RULES",
        "messages": catalogue(__name__),
        "reading": "episodic.languages.en.reading.rules:RULES",
    },
)
