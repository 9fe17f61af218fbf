"""The data about one chapter with which other modules rewrite the sentences of the chapter's statements."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from episodic.dedup.clusters import Clusters
from episodic.dedup.nodes import PlacedNode
from episodic.model.episodes import Language
from episodic.model.predicates import Predicate
from episodic.pipeline.inputs import ChapterInput
from episodic.pipeline.replay.replayed_chapter import ReplayedStatement
from episodic.pipeline.replay.statement_sources import SourcedStatement
from episodic.pipeline.text_positions import FramedPassage


@dataclass(frozen=True, slots=True, kw_only=True)
class SentenceContext:
    """The chapter whose statements get clearer sentences. The class has the chapter's passages, the nodes (people and
    things) found in each window (part of the chapter), and the numbers of their clusters. It also has the clusters of
    nodes that are the same entity.

    `read` are the statements of the chapter's reading and those that the author added, and `derived` are states that
    follow from them. `partners` contains the known names of people whom sentences call only "her husband" or the like,
    by the number of the person's cluster of nodes. `find` returns the predicate with a given name, or None.
    """

    chapter: ChapterInput
    passages: Sequence[FramedPassage]
    nodes: Sequence[Sequence[PlacedNode]]
    numbers: Sequence[Sequence[int]]
    clusters: Clusters
    read: Sequence[SourcedStatement]
    derived: Sequence[SourcedStatement]
    find: Callable[[str], Predicate | None]
    partners: Mapping[int, str] = field(default_factory=dict[int, str])

    @property
    def language(self) -> Language:
        """Return the language of the chapter."""
        return self.chapter.episode.language

    @property
    def told(self) -> Sequence[SourcedStatement]:
        """Return the statements that were read in the chapter or added by the author, and then those derived from
        events.
        """
        return (*self.read, *self.derived)

    def window_of(self, one: SourcedStatement) -> Sequence[PlacedNode]:
        """Return the nodes (people and things) found in the window (part of the chapter) that contains a statement.
        Return () for a statement that the author added, because it does not refer to these nodes.
        """
        window = one.spanned.window
        read = window < len(self.nodes) and tuple(one.numbers) == tuple(self.numbers[window])
        return self.nodes[window] if read else ()


def with_sentences(statements: Iterable[ReplayedStatement], sentences: Mapping[str, str]) -> list[ReplayedStatement]:
    """Return the statements. Each statement whose id is in *sentences* gets the sentence given there."""
    return [replace(one, sentence=sentences[one.uuid]) if one.uuid in sentences else one for one in statements]
