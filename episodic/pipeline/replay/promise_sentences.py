"""Makes the sentence of a promise say that it is one, where the reader's sentence tells only what is promised."""

from __future__ import annotations

from collections.abc import Iterable

from episodic.languages import lexicon
from episodic.languages.messages import message_text
from episodic.model.episodes import Language
from episodic.model.name_keys import name_key
from episodic.model.readings import Phase, StatementScope
from episodic.pipeline.replay.effects import EventStatement
from episodic.text.descriptive_names import names_speaker


def promise_sentences(told: Iterable[EventStatement], language: Language) -> dict[str, str]:
    """Return a sentence such as "Ann promised: Ann comes tomorrow" for each promise in the story's world of which the
    sentence, "Ann comes tomorrow", would read as something that happens. The keys of the result are ids of statements.

    A sentence with a word of promising, saying or intending keeps its form, and so does a promise by somebody who has
    no name but "I" or "my father".
    """
    made: dict[str, str] = {}
    for one in told:
        reading = one.spanned.reading
        core, name = reading.core, one.names[reading.subject]
        promised = one.made.predicate.uttered and core.scope is StatementScope.WORLD
        if not promised or core.phase not in (Phase.HOLDS, Phase.BEGINS):
            continue
        text = one.made.sentence or core.text
        nameless = names_speaker(name) or name_key(name) in lexicon.words("narrator_pronouns")
        if not nameless and not lexicon.pattern("promising").search(text):
            made[one.made.uuid] = message_text("derived.promised", language, subject=name, text=text)
    return made
