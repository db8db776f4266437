"""Settings: ranges, defaults and descriptions for a form, and mistakes answered in one line."""

import math
from typing import Any

import pytest
from pydantic import ValidationError

from smurfs_graph import ConfigurationError, Settings, UnknownNameError
from smurfs_graph.search.state import Limits
from smurfs_graph.settings import Heading, Mark, marked

FIELDS = Settings.model_fields


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"max_stepps": 3}, "unknown setting 'max_stepps'; did you mean 'max_steps'?"),
        ({"strategy": "ful"}, "unknown strategy 'ful'; did you mean 'full'?"),
        ({"step_shape": "fusd"}, "unknown step_shape 'fusd'; did you mean 'fused'?"),
        (
            {"approve": "plan,tools"},
            "setting 'approve': Input should be a list of any of plan, tools, programs, as [\"plan\"] (got",
        ),
        ({"approve": ["plans"]}, "unknown approve 'plans'; did you mean 'plan'?"),
        ({"role_models": {"foo": "openai:gpt-5-mini"}}, "unknown role 'foo'; known: answer, caller, deliverer, "),
        ({"fallbacks": "x:y"}, "setting 'fallbacks': Input should be a list, as [\"one\", \"two\"] (got 'x:y')"),
        ({"max_depth": 0}, "setting 'max_depth': Input should be greater than or equal to 1 (got 0)"),
        ({"max_depth": "deep"}, "setting 'max_depth'"),
        ({"max_cost": math.nan}, "setting 'max_cost'"),
        ({"max_seconds": -1}, "setting 'max_seconds'"),
        ({"max_llm_calls": 2.5}, "setting 'max_llm_calls'"),
        ({"tool_timeout": math.inf}, "setting 'tool_timeout'"),
        ({"model": None}, "setting 'model'"),
    ],
)
def test_mistakes_are_answered_in_one_line(values: dict[str, Any], message: str) -> None:
    """The line says what was wrong, what was got, and the nearest right name."""
    with pytest.raises(ConfigurationError) as caught:
        Settings.checked(**values)
    assert str(caught.value).startswith(message)
    assert "\n" not in str(caught.value)


def test_pydantics_own_error_names_the_nearest_setting_too() -> None:
    """`Settings(max_depht=3)` names all that are unknown."""
    with pytest.raises(ValidationError, match="did you mean 'max_depth'") as caught:
        Settings.model_validate({"max_depht": 3, "stratgy": "full"})
    assert [error["loc"] for error in caught.value.errors()] == [("max_depht",), ("stratgy",)]


def test_of_many_settings_the_nearest_are_named() -> None:
    """A name that is like none of them gets five of them, not all."""
    with pytest.raises(
        UnknownNameError, match=r"^unknown setting 'foo'; of the \d+ that are known, the nearest: (\w+, ){4}\w+$"
    ):
        Settings.checked(foo=3)


def test_an_unknown_role_is_refused() -> None:
    """Models belong to roles that exist."""
    with pytest.raises(UnknownNameError, match="verifyer"):
        Settings.checked(role_models={"verifyer": "a:b"})


def test_defaults_are_finite() -> None:
    """Nobody has to set a limit to be safe from a model that never stops."""
    settings = Settings()
    assert settings.limits() == Limits(max_depth=8, max_steps=12, exhaustive=False)
    assert settings.max_llm_calls is not None
    assert settings.max_tool_calls is not None
    assert settings.max_seconds is not None


def test_every_setting_is_described_for_a_form() -> None:
    """Studio shows description, range and default."""
    properties = Settings.model_json_schema()["properties"]
    assert set(properties) == set(Settings.model_fields)
    assert [name for name, field in properties.items() if not field.get("description")] == []


def test_every_setting_stands_under_one_heading() -> None:
    """The page of settings shows each once."""
    groups = {name: [each for each in field.metadata if isinstance(each, Heading)] for name, field in FIELDS.items()}
    assert [name for name, found in groups.items() if len(found) != 1] == []


def test_what_names_a_server_a_file_or_a_person_is_never_set_by_a_run_from_elsewhere() -> None:
    """The user's keys would go to that server, and a policy or an approval would not hold."""
    words = ("url", "model", "fallbacks", "prices", "cache", "folder", "embeddings", "record", "policy", "prompts",
             "tracing", "api", "instructions", "memory", "approve", "unattended", "undeclared")  # fmt: skip
    assert [name for name in marked(Mark.FOREIGN) if any(word in name for word in words)] == []
    assert {"max_steps", "step_shape", "strategy"} <= marked(Mark.FOREIGN)


def test_doctor_tries_a_model_with_its_own_server_and_nothing_of_the_users_tools() -> None:
    """Its tasks have tools of their own."""
    assert {"model", "base_url", "prices"} <= marked(Mark.DOCTOR)
    assert not {"policy", "tool_cache", "strategy", "approve"} & marked(Mark.DOCTOR)
