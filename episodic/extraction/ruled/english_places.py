"""English words by which a capitalised name shows that it is a place, a body of people, or a ship."""

from __future__ import annotations

PLACE_HEADS = frozenset(
    "Street Road Lane Row Inn Tavern Hotel Island Islands Isle River Creek Brook Lake Sea Ocean Bay Cove Harbour Harbor "
    "Haven Castle Palace Hall House Manor Court Square Bridge Park Hill Hills Mountain Mountains Mount Wood Woods Forest "
    "Church Abbey Chapel Cathedral Priory Ferry Point Cape Head Temple Garden Gardens Prison Gaol Alley Market Dock Docks "
    "Wharf Pier Stairs Gate Valley Vale Dale County Town City Village Farm Mill Tower Lodge Cottage Grange Place Yard "
    "Terrace Crescent Avenue Station Heath Common Moor Marsh Marshes Fields Field Reach Basin Channel Strait Straits "
    "Desert Plains Plain Kingdom Shire Parish Fort Port Citadel Keep Quay Rock Rocks Cliff Cliffs Falls Springs Ridge Pass "
    "Peak Pond Pool Swamp Beach Coast Shore Anchorage Strand Green Close Lock Locks Chambers Barracks Bazaar Library "
    "Theatre Museum Observatory Hollow Copse Glen Ness Sound Inlet Grove Hospital Clinic Bar Pub Cafe Diner Restaurant Airport Cemetery "
    "Plaza Boulevard Motel Plantation Ranch Villa Mansion Homestead End".split()
)
PLACE_FIRST = frozenset(
    "Mount Cape Lake Port Fort Castle Isle Saint St New North South East West Upper Lower Great Little".split()
)
KNOWN_PLACES = frozenset(
    "London England Scotland Ireland Wales Britain Paris France Rome Italy Spain Portugal Germany Berlin Vienna Austria "
    "Russia Moscow Petersburg Greece Athens Egypt Cairo India Calcutta Bombay China Peking Japan Tokyo America Africa Asia "
    "Europe Australia Canada Boston Philadelphia Chicago Bristol Liverpool Manchester Oxford Cambridge Edinburgh Glasgow "
    "Dublin Bath Brighton Portsmouth Plymouth Southampton Dover Canterbury York Kent Sussex Essex Surrey Devon Cornwall "
    "Yorkshire Hertfordshire Derbyshire Lancashire Hampshire Norfolk Suffolk Somerset Dorset Wiltshire Shropshire Richmond "
    "Greenwich Westminster Piccadilly Chelsea Kensington Soho Holborn "
    "Whitehall Hamburg Rotterdam Amsterdam Holland Belgium Brussels Geneva Switzerland Naples Venice Florence "
    "Milan Madrid Lisbon Jamaica Barbados Bermuda Jerusalem Constantinople Turkey Persia Syria Babylon Troy "
    "Mexico Brazil Peru Cuba Virginia California Texas York Sydney Melbourne Delhi Madras Shanghai Hongkong "
    "Madagascar Providence Mediterranean Atlantic Pacific Baltic Thames Rhine Danube Nile Ganges Highlands".split()
)
GROUP_HEADS = frozenset(
    "Company Guild Club Society Army Navy Bank Order Council Brotherhood Sisterhood League Union Association Committee "
    "Legion Regiment Institute Institution Academy School College University Ministry Bureau Agency Corporation "
    "Fellowship Clan Tribe Alliance Federation Church-Council Gang Crew Watch Guard Guards Party Court-Martial Department Police "
    "Squad Division Foundation Trust Institute Orchestra Choir".split()
)
SHIP_CUES = frozenset(
    "ship schooner brig barque frigate vessel sloop boat lugger cutter galleon steamer barge yacht".split()
)
