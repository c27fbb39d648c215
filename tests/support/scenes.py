"""Zones of a scene, by id and type."""

from typing import TypeVar

from cardwright.scenes import Scene, ZoneBase

Z = TypeVar("Z", bound=ZoneBase)


def zone_of(scene: Scene, kind: type[Z], id: str) -> Z:
    """Return the zone of this id, which must be of this type."""
    found = next(zone for zone in scene.zones if zone.id == id)
    assert isinstance(found, kind)
    return found
