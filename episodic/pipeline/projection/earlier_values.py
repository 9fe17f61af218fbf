"""Reuses the objects of the last graph (statements, passages, names, mentions, entities) for equal values of the next
graph.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from episodic.model.graph import Entity, Mentions
from episodic.pipeline.projection.entity_naming import Profile
from episodic.temporal.placed import PlacedPassage, PlacedStatement


@dataclass(frozen=True, slots=True)
class EarlierValues:
    """The values of the last graph, by id. Each method returns the equal value of the last graph, or the given value if
    the last graph has no equal value.
    """

    statements: Mapping[str, PlacedStatement] = field(default_factory=dict[str, PlacedStatement])
    passages: Mapping[str, PlacedPassage] = field(default_factory=dict[str, PlacedPassage])
    profiles: Mapping[int, Profile] = field(default_factory=dict[int, Profile])
    mentions: Mapping[str, Mentions] = field(default_factory=dict[str, Mentions])
    entities: Mapping[str, Entity] = field(default_factory=dict[str, Entity])

    def statement(self, made: PlacedStatement) -> PlacedStatement:
        known = self.statements.get(made.uuid)
        return known if known is not None and known == made else made

    def passage(self, made: PlacedPassage) -> PlacedPassage:
        known = self.passages.get(made.uuid)
        return known if known is not None and known == made else made

    def profile(self, root: int, made: Profile) -> Profile:
        """Two profiles (the names and types of a cluster of mentions) do not count as equal if their types are the same
        in another order. The order matters because the first of equally frequent types becomes the entity's type.
        """
        known = self.profiles.get(root)
        return known if known is not None and known == made and [*known.types] == [*made.types] else made

    def mention(self, made: Mentions) -> Mentions:
        known = self.mentions.get(made.uuid)
        return known if known is not None and known == made else made

    def entity(self, made: Entity) -> Entity:
        known = self.entities.get(made.uuid)
        return known if known is not None and known == made else made
