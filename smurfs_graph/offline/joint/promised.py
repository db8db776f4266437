"""Whether a call follows the phrasing that the guide promises to the letter, as the rules by words tell."""

from collections.abc import Mapping

_SPOKEN = 0.9
"""The least share of what is asked for that a tool's own words tell."""


def promised(told: Mapping[str, float], thought: str) -> bool:
    """Whether the rules by words name a call whose tool is named by its own words and which leaves no value over.

    Nothing may come from what was told aside, an act must be asked for as one, and a tool that is only perhaps meant is
    not promised.
    """
    clear = bool(told["ruled"]) and told["left"] == 0 and not told["context"] and "`: perhaps " not in thought
    if not clear or bool(told["acts"]) != bool(told["act_asked"]):
        return False
    chained = "` needs " in thought or "may be known now" in thought
    return bool(told["acts"] or told["by_verb"]) or chained or told["asked"] >= _SPOKEN
