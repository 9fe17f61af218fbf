"""The data model of the story graph: immutable value classes without I/O, independent of any database."""

from __future__ import annotations

TYPE_CHECKING = False
"""A constant that type checkers take for `typing.TYPE_CHECKING`. Importing `typing` would take longer than loading this
module.
"""

if TYPE_CHECKING:
    from episodic.model.decisions import (
        AuthoredStatement as AuthoredStatement,
        Correction as Correction,
        MentionAnchor as MentionAnchor,
        Override as Override,
        OverrideKind as OverrideKind,
        StatementAnchor as StatementAnchor,
    )
    from episodic.model.episodes import (
        Chapter as Chapter,
        Episode as Episode,
        EpisodeSource as EpisodeSource,
        FrameKind as FrameKind,
        Language as Language,
        Layer as Layer,
        Passage as Passage,
    )
    from episodic.model.graph import (
        Alias as Alias,
        Entity as Entity,
        Fact as Fact,
        Issue as Issue,
        IssueKind as IssueKind,
        LinePlace as LinePlace,
        Role as Role,
        TimelineTurn as TimelineTurn,
    )
    from episodic.model.holding import HoldingRun as HoldingRun
    from episodic.model.moments import (
        TimeBasis as TimeBasis,
        TimePoint as TimePoint,
    )
    from episodic.model.predicates import (
        Alive as Alive,
        Argument as Argument,
        Cardinality as Cardinality,
        Effect as Effect,
        Learner as Learner,
        LifeState as LifeState,
        Membership as Membership,
        Predicate as Predicate,
        PredicateKind as PredicateKind,
        Slot as Slot,
        shipped_predicates as shipped_predicates,
    )
    from episodic.model.readings import (
        Participant as Participant,
        Phase as Phase,
        Placement as Placement,
        Rejection as Rejection,
        StatementCore as StatementCore,
        StatementScope as StatementScope,
    )
    from episodic.model.records import (
        ASSERTED as ASSERTED,
        SEARCHED as SEARCHED,
        Changes as Changes,
        Commit as Commit,
        Kind as Kind,
        Link as Link,
        Record as Record,
        RecordKey as RecordKey,
        Staged as Staged,
        Work as Work,
        from_json as from_json,
        is_service_group as is_service_group,
        to_json as to_json,
    )
    from episodic.model.series import (
        SeriesEntity as SeriesEntity,
        SeriesLink as SeriesLink,
        SeriesRecord as SeriesRecord,
    )
    from episodic.model.settings import (
        DEFAULT_ENTITY_TYPES as DEFAULT_ENTITY_TYPES,
        Attribute as Attribute,
        CalendarDefinition as CalendarDefinition,
        Density as Density,
        EntityType as EntityType,
        Era as Era,
        Intercalary as Intercalary,
        LeapRule as LeapRule,
        Month as Month,
        Reign as Reign,
        Tie as Tie,
        Week as Week,
        WeekDay as WeekDay,
        WorkSettings as WorkSettings,
    )
    from episodic.model.spans import (
        Evidence as Evidence,
        NarrativePosition as NarrativePosition,
        Span as Span,
    )
else:
    from episodic.lazy import lazy

    __all__, __getattr__, __dir__ = lazy(
        __name__,
        {
            "episodic.model.decisions": (
                "AuthoredStatement Correction MentionAnchor Override OverrideKind StatementAnchor"
            ),
            "episodic.model.episodes": "Chapter Episode EpisodeSource FrameKind Language Layer Passage",
            "episodic.model.graph": "Alias Entity Fact Issue IssueKind LinePlace Role TimelineTurn",
            "episodic.model.holding": "HoldingRun",
            "episodic.model.moments": "TimeBasis TimePoint",
            "episodic.model.predicates": (
                "Alive Argument Cardinality Effect Learner LifeState Membership Predicate PredicateKind Slot "
                "shipped_predicates"
            ),
            "episodic.model.readings": "Participant Phase Placement Rejection StatementCore StatementScope",
            "episodic.model.records": (
                "ASSERTED SEARCHED Changes Commit Kind Link Record RecordKey Staged Work from_json is_service_group to_json"
            ),
            "episodic.model.series": "SeriesEntity SeriesLink SeriesRecord",
            "episodic.model.settings": (
                "DEFAULT_ENTITY_TYPES Attribute CalendarDefinition Density EntityType Era Intercalary LeapRule Month Reign "
                "Tie Week WeekDay WorkSettings"
            ),
            "episodic.model.spans": "Evidence NarrativePosition Span",
        },
    )
