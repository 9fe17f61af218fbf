"""Language pack of Chinese (simplified and traditional), which registers the components that Chinese supplies."""

from __future__ import annotations

from importlib import resources
from typing import Final

from episodic.languages.messages import catalogue
from episodic.languages.registry import LanguagePack
from episodic.model.episodes import Language

CHINESE: Final = Language("zh")

PACK: Final = LanguagePack(
    CHINESE,
    script="Hani",
    names={Language("en"): "Chinese", Language("zh"): "中文"},
    default_for_script=True,
    components={
        "predicate_labels": "episodic.languages.zh.labels:PREDICATES",
        "type_labels": "episodic.languages.zh.labels:TYPES",
        "narrator": "episodic.languages.zh.narration:NARRATOR",
        "time_expressions": "episodic.languages.zh.time_expressions.language_rules:RULES",
        "reign_labels": "episodic.languages.zh.reign_labels:LABELS",
        "narration": "episodic.languages.zh.text.narration:RULES",
        "passages": "episodic.languages.zh.text.passages:SIZE",
        "sentences": "episodic.languages.zh.text.sentences:RULES",
        "first_person": "episodic.languages.zh.text.first_person:RULES",
        "prompts": lambda: resources.files(__name__).joinpath("prompts"),
        "headings": "episodic.languages.zh.text.headings:RULES",
        "lexicon": lambda: resources.files(__name__).joinpath("lexicon"),
        "messages": catalogue(__name__),
        "reading": "episodic.languages.zh.reading.rules:RULES",
    },
)
