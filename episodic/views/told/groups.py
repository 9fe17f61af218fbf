"""Forms the groups of statements that can affect each other, one group at a time, from the rows of a work's statements.

Each group equals the one that `episodic.temporal.fold.partitioning.groups` forms of all statements. Two statements can
affect each other if they have the same content. They can also affect each other if they share an exclusive key such as
"home of Ann", because only one of them can then hold at a time. Two statements that can affect each other always have
an entity or a value in common. The statements that can affect a given statement are looked for only among the
statements that share an entity or value with it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from functools import cached_property

import numpy as np

from episodic.model.name_keys import name_key
from episodic.model.predicates import Cardinality, Predicate, PredicateKind
from episodic.temporal.exclusion import Exclusions, StatementContent
from episodic.temporal.fold.partitioning import LinkedItem, linked_items, partitioned
from episodic.temporal.fold.partitions import PartitionedStatement, StatementGroup
from episodic.temporal.place_nesting import compatible_contents, enclosing_places, paired_statement
from episodic.views.told.formed_groups import FormedGroups, GroupPlace
from episodic.views.told.predicate_classes import PredicateClasses, is_limited, tells_place
from episodic.views.told.statement_rows import NO_OBJECT, NumberedParties, Row
from episodic.views.told.statements import ToldStatements

_Contents = tuple[StatementContent, StatementContent]
_Limit = tuple[str, str]
"""The id of an entity, and the name of a predicate whose statements about the entity can exclude each other."""


class LocalGroups:
    """Divides *statements* into groups of statements that can affect each other. A group is formed when a read asks for
    one of its statements.
    """

    def __init__(self, statements: ToldStatements, exclusions: Exclusions) -> None:
        self._statements, self._exclusions = statements, exclusions
        self.classes = PredicateClasses(statements.predicates.known)
        self._roles = [_roles(one) for one in statements.predicates.known]
        self.formed: FormedGroups = FormedGroups()
        self._members: dict[int, PartitionedStatement] = {}
        self._linked: dict[int, list[LinkedItem]] = {}
        self._with_item: dict[LinkedItem, list[int]] = defaultdict(list)
        self._read: set[GroupPlace] = set()
        self._places: dict[tuple[int, str], dict[GroupPlace, list[int]]] = {}
        self._classed: dict[int, dict[str, list[NumberedParties]]] = {}
        self._pairs: dict[_Limit, list[_Contents]] = {}
        self._enclosing: Mapping[str, frozenset[str]] | None = None
        self._relimited: AbstractSet[_Limit] | None = None

    def continued(self, statements: ToldStatements, exclusions: Exclusions) -> LocalGroups:
        """Return the groups of *statements*, a later version of this object's statements. A group that is already
        formed is used again, unless a changed statement or judgement can concern the group.
        """
        later = LocalGroups(statements, exclusions)
        if later.classes.extends(self.classes):
            changed = statements.changed_since(self._statements)
            judged = exclusions.rejudged(self._exclusions)
            places = frozenset((*self.places_about(changed, judged), *later.places_about(changed, judged)))
            later.formed = self.formed.without(places)
            nested = self.nests(changed) or later.nests(changed)
            if not nested or later.enclosing == self.enclosing:
                later.keep_pairs(self._pairs, {*self.limits_about(changed), *later.limits_about(changed)})
                later.keep_enclosing(self.enclosing, same_judgements=exclusions is self._exclusions)
        return later

    def keep_pairs(self, pairs: Mapping[_Limit, list[_Contents]], changed: AbstractSet[_Limit]) -> None:
        """Use *pairs*, the pairs of contents that can both be true in an earlier version of the work. Pairs of the
        entities and predicates in *changed*, whose statements have changed, are left out.
        """
        self._pairs.update((limit, found) for limit, found in pairs.items() if limit not in changed)
        self._relimited = changed

    def keep_enclosing(self, enclosing: Mapping[str, frozenset[str]], *, same_judgements: bool) -> None:
        """Use *enclosing*, the places that enclose each place in an earlier version of the work. *same_judgements* is
        true if the earlier version has the same judgements.
        """
        self._enclosing = enclosing
        self._relimited = self._relimited if same_judgements else None

    def nests(self, statements: Iterable[str]) -> bool:
        """Return whether one of the given statements may say that a place is in another. Unknown statements are
        ignored.
        """
        at = self._statements
        numbers = (number for uuid in statements if (number := at.number_of(uuid)) is not None)
        return any(tells_place(at.predicate(number)) for number in numbers)

    def has_same_exclusions(self, group: StatementGroup) -> bool:
        """Return whether `exclusions_of` certainly returns the same for *group* as in the earlier version of the work
        that this object continues.
        """
        if self._relimited is None:
            return False
        return len(set(group.contents)) == 1 or self._relimited.isdisjoint(self._limits_of(group))

    def limits_about(self, statements: Iterable[str]) -> Iterator[_Limit]:
        """Yield the subjects of the given statements, each with the name of the predicate. Unknown statements are
        ignored.
        """
        at = self._statements
        for one in (at.row(number) for uuid in statements if (number := at.number_of(uuid)) is not None):
            yield at.entities.id_of(one.subject), at.predicates.known[one.predicate].name

    def number_of(self, statement: str) -> int | None:
        """Return the number of the group that contains a statement, given by id, or None if the statement is unknown."""
        number = self._statements.number_of(statement)
        return None if number is None else self._formed(number)

    def every(self) -> Collection[int]:
        """Form all groups, and return their numbers."""
        for number in range(len(self._statements)):
            self._formed(number)
        return self.formed.groups.keys()

    def of_rows(self, rows: Iterable[int]) -> list[int]:
        return list(dict.fromkeys(map(self._formed, rows)))

    def comparable(self, number: int) -> Iterator[int]:
        """Yield the numbers of all statements, of any scope, whose contents may equal or exclude the content of a given
        statement. The number of a statement may be yielded more than once.
        """
        one = self._statements.row(number)
        places = list(self._places_of((number, one.subject, one.object, one.predicate)))
        if self._judged:
            places += self._judged_places(self._exclusions.class_of(self._member(number).content))
        for place in places:
            yield from self._at(place)

    def places_about(self, statements: Iterable[str], contents: Iterable[StatementContent]) -> Iterator[GroupPlace]:
        """Yield the lookup keys of the given statements and of other statements. By a judgement, the contents of these
        other statements are equal to one of *contents* or exclude one of them. Unknown statements are ignored.
        """
        numbers = (number for uuid in statements if (number := self._statements.number_of(uuid)) is not None)
        for number in numbers:
            one = self._statements.row(number)
            yield from self._places_of((number, one.subject, one.object, one.predicate))
        for content in contents:
            yield from self._judged_places(self._exclusions.class_of(content))

    def exclusions_of(self, group: StatementGroup) -> Exclusions:
        """Return which contents exclude each other, apart from contents of *group* that can both be true."""
        if len(set(group.contents)) == 1:
            return self._exclusions
        limits = self._limits_of(group)
        return self._exclusions.with_compatible(pair for limit in limits for pair in self._compatible(*limit))

    def _limits_of(self, group: StatementGroup) -> Mapping[_Limit, None]:
        """Return the entities and predicates whose statements decide which contents of a group can both be true."""
        limits: dict[_Limit, None] = {}
        for content in dict.fromkeys(group.contents):
            names = self._limited_names.get(self.classes.named(content.predicate), ())
            limits.update(((who, name), None) for who in (content.subject, content.object) if who for name in names)
        return limits

    def _formed(self, number: int) -> int:
        known = self.formed.number_of.get(self._statements.uuid_of(number))
        if known is not None:
            return known
        if self._alone[number]:
            row = self._statements.row(number)
            alone = frozenset(self._places_of((number, row.subject, row.object, row.predicate)))
            return self.formed.add(StatementGroup.of([self._member(number)]), alone)
        found: set[int] = set()
        waiting = [number]
        followed: dict[LinkedItem, int] = {}
        places = set[GroupPlace]()
        while waiting:
            one = waiting.pop()
            if one in found:
                continue
            found.add(one)
            for item in self._items(one, places):
                self._read_places(item, places)
                # Many statements of a large group are linked to one and the same item (a content or an exclusive key).
                # If the linked statements of an item were added before, only those that were linked to the item since
                # then are added now.
                linked = self._with_item[item]
                waiting += linked[followed.get(item, 0) :]
                followed[item] = len(linked)
        # The numbers of statements follow narrative order, so that sorting the numbers puts the group in narrative
        # order.
        return self.formed.add(StatementGroup.of([self._member(one) for one in sorted(found)]), frozenset(places))

    def _items(self, number: int, places: set[GroupPlace]) -> list[LinkedItem]:
        one = self._statements.row(number)
        for place in self._places_of((number, one.subject, one.object, one.predicate)):
            places.add(place)
            self._read_rows(place)
        return self._links(number)

    def _links(self, number: int) -> list[LinkedItem]:
        known = self._linked.get(number)
        if known is None:
            known = self._linked[number] = linked_items(self._member(number), self._exclusions)
        return known

    def _member(self, number: int) -> PartitionedStatement:
        known = self._members.get(number)
        if known is None:
            known = self._members[number] = partitioned(self._statements.at(number))
        return known

    def _read_rows(self, place: GroupPlace) -> None:
        if place in self._read:
            return
        self._read.add(place)
        for number in self._at(place):
            if number not in self._linked:
                for item in self._links(number):
                    self._with_item[item].append(number)

    def _read_places(self, item: LinkedItem, places: set[GroupPlace]) -> None:
        content = item[1]
        if self._judged and isinstance(content, StatementContent):
            for place in self._judged_places(content):
                places.add(place)
                self._read_rows(place)

    def _judged_places(self, content: StatementContent) -> Iterator[GroupPlace]:
        """Yield the lookup keys (places) of the contents that, by a judgement, are equal to *content* or exclude it."""
        classes = (content, *self._exclusions.excluded_by_judgement(content))
        for one in (content, *(each for of in classes for each in self._judged.get(of, ()))):
            subject, object_ = self._statements.entities.root(one.subject), self._statements.entities.root(one.object)
            if subject is not None:
                kind = self.classes.named(one.predicate)
                yield subject, kind
                yield _pair(subject, object_, kind)

    def _compatible(self, subject: str, name: str) -> list[_Contents]:
        known = self._pairs.get((subject, name))
        if known is None:
            root = self._statements.entities.root(subject)
            rows = [] if root is None else self._limited(root, name)
            found: list[_Contents] = []
            if len(rows) > 1 and self._may_be_compatible(rows):
                found = compatible_contents(map(self._statements.at, rows), self.enclosing)
            known = self._pairs[subject, name] = found
        return known

    def _may_be_compatible(self, rows: Sequence[int]) -> bool:
        at = self._statements
        return any(at.predicate(one).place or _unspecific(at.row(one)) for one in rows)

    def _places_of(self, one: NumberedParties) -> Iterator[GroupPlace]:
        number, subject, object_, predicate = one
        kind = self.classes.of[predicate]
        by_subject, by_target = self._roles[predicate]
        yield _pair(subject, object_, kind)
        if by_subject:
            yield subject, kind
        if by_target and object_ is not None:
            yield object_, kind
        elif by_target:
            yield self._value_place(self._statements.row(number))

    def _value_place(self, one: Row) -> GroupPlace:
        return name_key(one.value), self.classes.of[one.predicate]

    def _at(self, place: GroupPlace) -> Sequence[int]:
        first, kind = place[0], place[-1]
        if not isinstance(first, int) or not isinstance(kind, str):
            return self._with_value.get(place, ())
        known = self._places.get((first, kind))
        if known is None:
            known = self._places[first, kind] = defaultdict(list)
            for one in self._of_class(first).get(kind, ()):
                for own in self._places_of(one):
                    if own[0] == first:
                        known[own].append(one[0])
        return known.get(place, ())

    def _of_class(self, root: int) -> Mapping[str, Sequence[NumberedParties]]:
        """Return the statements in which an entity takes part, by the class of the predicate (predicates whose facts
        can exclude or equal each other).
        """
        known = self._classed.get(root)
        if known is None:
            known = self._classed[root] = defaultdict(list)
            for one in self._statements.of_root(root):
                known[self.classes.of[one[3]]].append(one)
        return known

    @cached_property
    def _alone(self) -> Sequence[bool]:
        """For each statement, whether it certainly forms a group of its own, because no other statement has one of its
        keys. A key is made of one or two entities, and the class of predicates whose facts can exclude or equal each
        other. A statement is never certainly alone in its group if a judgement is about one of its entities. The same
        is true if one of its keys contains a value.
        """
        subject, object_, predicate = self._statements.parties()
        every = np.arange(len(subject), dtype=np.int64)
        numbers = {kind: number for number, kind in enumerate(dict.fromkeys(self.classes.of))}
        kind = np.array([numbers[one] for one in self.classes.of], dtype=np.int64)[predicate]
        by_subject, by_target = np.array(self._roles, dtype=np.bool_).reshape(-1, 2)[predicate].T
        with_object = object_ != NO_OBJECT
        targets = by_target & with_object
        first = np.where(with_object, np.minimum(subject, object_), subject)
        second = np.maximum(np.maximum(subject, object_), 0) * with_object
        # Each lookup key (`GroupPlace`) is encoded as one number that contains two entities and the class of the
        # predicate (predicates of one class have facts that can exclude or equal each other). The second entity is
        # encoded as its number plus 2. The code 0 means that the statement has no object, and 1 means that the key has
        # only one entity.
        entities = int(max(subject.max(initial=0), object_.max(initial=0))) + 3
        pairs = (first * entities + (second + 2) * with_object) * len(numbers) + kind
        places = np.concatenate(
            (
                pairs,
                ((subject * entities + 1) * len(numbers) + kind)[by_subject],
                ((object_ * entities + 1) * len(numbers) + kind)[targets],
            )
        )
        rows = np.concatenate((every, every[by_subject], every[targets]))
        _, place, uses = np.unique(places, return_inverse=True, return_counts=True)
        alone = np.ones(len(every), dtype=np.bool_)
        alone[rows[uses[place] > 1]] = False
        alone &= ~(by_target & ~with_object)
        judged = list(self._judged_roots())
        alone &= ~(np.isin(subject, judged) | np.isin(object_, judged))
        found: list[bool] = alone.tolist()
        return found

    def _judged_roots(self) -> set[int]:
        root = self._statements.entities.root
        contents = [content for one in self._exclusions.verdicts for content in (one.first, one.second)]
        roots = (root(who) for one in contents for who in (one.subject, one.object) if who)
        return {one for one in roots if one is not None}

    @cached_property
    def _with_value(self) -> Mapping[GroupPlace, Sequence[int]]:
        found: dict[GroupPlace, list[int]] = defaultdict(list)
        for number in self._statements.with_predicates([by_target for _, by_target in self._roles]):
            one = self._statements.row(number)
            if one.object is None:
                found[self._value_place(one)].append(number)
        return found

    def _limited(self, subject: int, name: str) -> list[int]:
        """Return the numbers of the statements about an entity with the predicate *name*. The result is empty unless
        such statements can exclude each other or say where the entity is.
        """
        known, rows = self._statements.predicates.known, self._of_class(subject).get(self.classes.named(name), ())
        about = ((number, known[predicate]) for number, own, _, predicate in rows if own == subject)
        return [number for number, predicate in about if predicate.name == name and is_limited(predicate)]

    @property
    def enclosing(self) -> Mapping[str, frozenset[str]]:
        """Return the ids of the places that enclose each place."""
        if self._enclosing is None:
            at = self._statements
            rows = map(at.at, at.with_predicates(list(map(tells_place, at.predicates.known))))
            self._enclosing = enclosing_places(paired for one in rows if (paired := paired_statement(one)) is not None)
        return self._enclosing

    @cached_property
    def _limited_names(self) -> Mapping[str, Sequence[str]]:
        """The names of the predicates whose statements can exclude each other or say where an entity is, by class of
        predicates.
        """
        found: dict[str, dict[str, None]] = defaultdict(dict)
        for one in self._statements.predicates.known:
            if is_limited(one):
                found[self.classes.named(one.name)][one.name] = None
        return {kind: list(names) for kind, names in found.items()}

    @cached_property
    def _judged(self) -> Mapping[StatementContent, Sequence[StatementContent]]:
        found: dict[StatementContent, dict[StatementContent, None]] = defaultdict(dict)
        for one in self._exclusions.verdicts:
            for content in (one.first, one.second):
                found[self._exclusions.class_of(content)][content] = None
        return {of: list(contents) for of, contents in found.items()}


def _pair(subject: int, object_: int | None, kind: str) -> GroupPlace:
    if object_ is None:
        return subject, None, kind
    return min(subject, object_), max(subject, object_), kind


def _roles(predicate: Predicate) -> tuple[bool, bool]:
    one_each = (
        predicate.cardinality is Cardinality.ONE_EACH or predicate.symmetric or predicate.inverse == predicate.name
    )
    excludes = predicate.kind is not PredicateKind.EVENT and predicate.cardinality is not Cardinality.MANY
    # The content of a statement about life or death has no object.
    by_subject = (
        excludes and (one_each or predicate.cardinality is Cardinality.ONE_VALUE)
    ) or predicate.life is not None
    return by_subject, excludes and (one_each or predicate.cardinality is Cardinality.ONE_SUBJECT)


def _unspecific(one: Row) -> bool:
    return one.object is None and not one.value
