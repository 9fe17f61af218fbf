"""Tests of statements that a reply forgot to mark as denied."""

from __future__ import annotations

from episodic.extraction.llm_based.denials import denying_sentence, phase_in_words
from episodic.model.episodes import Language
from episodic.model.readings import Phase


def test_a_verb_that_sentence_and_quote_negate_is_denied() -> None:
    denied = [
        ("discovered", "John should not discover the seat.", "he might not discover my hiding-place"),
        ("发现", "约翰不会发现那里。", "盼他没有发现那里"),
    ]
    told = [
        ("discovered", "John found the seat.", "he did not discover the door"),
        ("discovered", "John should not discover the seat.", "that he might miss my hiding-place"),
        ("discovered", "John did not discover it until May.", "he did not discover it until May"),
        ("told", "John did not say it.", "he did not say it"),
        ("discovered", "John went home, and did not discover it, but Ann did.", "he did not discover it"),
        ("知道", "闰土有希奇的事，朋友都不知道。", "朋友所不知道的"),
        ("发现", "约翰没发现，直到五月。", "约翰没发现，直到五月"),
    ]

    assert {phase_in_words(Phase.HOLDS, one, sentence=text, quote=quote) for one, text, quote in denied} == {
        Phase.DENIED
    }
    for one, text, quote in told:
        assert phase_in_words(Phase.HOLDS, one, sentence=text, quote=quote) is Phase.HOLDS, text


def test_a_sentence_that_itself_denies_gets_no_words_before_it() -> None:
    """The words would turn the sentence into its opposite: "Not so: Ann is fearless"."""
    denying = [
        ("fears", "Ann fears nobody."),
        ("plans", "Ann gave up her plans."),
        ("拜访", "他中止了拜访。"),
        ("knows_of", "Ann knew remarkably little of York."),
        ("left", "Bo half rose to go but sat down again."),
        ("知道", "此事要瞒着安。"),
        ("gets", "Ann has less chance than ever of getting it."),
        ("脱身", "安脱身的希望更小了。"),
    ]
    for predicate, sentence in denying:
        assert denying_sentence(sentence, predicate, Language("en")) == sentence
    assert denying_sentence("Ann fears Bo.", "fears", Language("en")) == "Not so: Ann fears Bo."
    assert denying_sentence("Ann lives in York.", "lives_in", Language("en")) == "Not so: Ann lives in York."
    assert denying_sentence("秀才驱逐阿贵。", "驱逐", Language("zh")) == "并非如此：秀才驱逐阿贵。"
