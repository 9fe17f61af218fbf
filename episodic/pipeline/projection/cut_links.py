"""Makes issues about cut links: pairs of entities whose mentions counted as one entity until other evidence separated
them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from episodic.dedup.links import CutLink
from episodic.model.graph import Issue, IssueKind
from episodic.model.spans import Evidence, NarrativePosition, Span
from episodic.pipeline.replay.replayed_chapter import ReplayedChapter
from episodic.pipeline.text_positions import chapter_sentences
from episodic.temporal.issues import IssueContext, issue
from episodic.text.sentences import sentence_of


def cut_link_issues(
    cuts: Sequence[CutLink], chapters: Sequence[ReplayedChapter], issue_context: IssueContext
) -> tuple[Issue, ...]:
    """Return an issue for each cut link. A cut link is a pair of entities that counted as one entity until other
    evidence separated them. The issue quotes the first sentences that name the two separated entities.
    """
    firsts = _first_sentences({number for one in cuts for number in one.link}, chapters)
    made = [
        issue(
            IssueKind.IDENTITY_SUSPECTED,
            (firsts[number] for number in one.link if number in firsts),
            facts=(),
            issue_context=issue_context,
        )
        for one in cuts
    ]
    return tuple({one.uuid: one for one in made}.values())


def _first_sentences(numbers: Iterable[int], chapters: Sequence[ReplayedChapter]) -> dict[int, Evidence]:
    wanted = set(numbers)
    found: dict[int, Evidence] = {}
    for chapter in chapters:
        if not wanted:
            break
        for number, _, span in chapter.places:
            if number in wanted:
                wanted.discard(number)
                found[number] = _sentence(chapter, span)
    return found


def _sentence(chapter: ReplayedChapter, span: Span) -> Evidence:
    episode = chapter.episode
    sentence = sentence_of(chapter_sentences(episode.text, episode.language), span)
    quote = sentence.of(episode.text)
    start = sentence.start + len(quote) - len(quote.lstrip())
    quote = quote.strip()
    told = NarrativePosition(episode.order, start)
    return Evidence(episode.uuid, quote, start, start + len(quote), told)
