"""References: one line for what is missing, per-role models and parameters, and no secret anywhere."""

import sys
from pathlib import Path
from typing import Any

import pytest

from smurfs_graph import ConfigurationError, Settings, build_graph
from smurfs_graph.models.providers import PROVIDERS
from smurfs_graph.models.refs import endpoint_of, resolve_model
from smurfs_graph.settings import Sampling
from smurfs_graph.testing import forbid_real_models

KEYS = [key for provider in PROVIDERS.values() for key in provider.keys]


@pytest.fixture(autouse=True)
def keyless(monkeypatch: pytest.MonkeyPatch) -> None:
    """No keys but those that a test sets."""
    for key in KEYS:
        monkeypatch.delenv(key, raising=False)


def refusal(reference: str, **settings: Any) -> str:
    """The one line that a reference is refused with."""
    with pytest.raises(ConfigurationError) as caught:
        resolve_model(reference, Settings(model=reference, **settings))
    assert "\n" not in str(caught.value)
    return str(caught.value)


@pytest.mark.parametrize("provider", ["openai", "anthropic", "google"])
def test_a_missing_key_names_its_variable(provider: str) -> None:
    """One line says which environment variable to set."""
    assert f"{provider.upper()}_API_KEY" in refusal(f"{provider}:x")


@pytest.mark.parametrize("provider", [provider for provider in PROVIDERS.values() if provider.extra], ids=str)
def test_a_missing_package_names_its_extra(provider: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """One line says which extra to install."""
    monkeypatch.setitem(sys.modules, provider.package, None)
    said = refusal(f"{provider.name}:x")
    assert f"pip install '.[{provider.extra}]' in a clone" in said  # the package is on no index
    assert f"smurfs-graph[{provider.extra}]" in said


def test_unknown_references_are_explained() -> None:
    """A typo gets a suggestion, an incomplete reference its form."""
    assert "did you mean 'openai'" in refusal("opnai:gpt-5")
    assert "provider:name" in refusal("gpt-5")
    assert "offline:rules" in refusal("offline:magic")


def test_real_models_can_be_forbidden(monkeypatch: pytest.MonkeyPatch) -> None:
    """A switch for tests: a model on this machine is fine, one elsewhere is refused."""
    monkeypatch.delenv("SMURFS_FORBID_REAL_MODELS", raising=False)
    monkeypatch.setenv("OPENAI_API_KEY", "sk-secret")
    resolve_model("openai:gpt-5-mini", Settings())
    with forbid_real_models():
        assert "forbidden" in refusal("openai:gpt-5-mini")
        assert "forbidden" in refusal("openai:gpt-5-mini", base_url="https://example.org/v1")
        resolve_model("openai:any", Settings(model="openai:any", base_url="http://127.0.0.1:1/v1"))
    resolve_model("openai:gpt-5-mini", Settings())


def test_no_secret_is_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    """A key is in no repr of a model, no settings and no message."""
    monkeypatch.delenv("SMURFS_FORBID_REAL_MODELS", raising=False)
    monkeypatch.setenv("OPENAI_API_KEY", "sk-hunter2")
    settings = Settings(model="openai:gpt-5-mini")
    shown = f"{resolve_model('openai:gpt-5-mini', settings)!r} {settings!r} {settings.model_dump_json()}"
    assert "hunter2" not in shown


def test_an_address_with_a_secret_is_refused_and_not_repeated() -> None:
    """Settings are kept with checkpoints."""
    with pytest.raises(ConfigurationError) as caught:
        Settings.checked(base_url="https://user:hunter2@example.org/v1")
    assert "hunter2" not in str(caught.value)


def test_a_role_has_its_own_parameters_and_server() -> None:
    """Settings of a role go before those of all."""
    settings = Settings(
        model="openai:a",
        base_url="http://127.0.0.1:1/v1",
        role_models={"executor": "openai:b", "verifier": "anthropic:c"},
        role_base_urls={"executor": "http://127.0.0.1:2/v1"},
        sampling=Sampling(top_p=0.9),
        role_sampling={"executor": Sampling(temperature=0.7, max_output_tokens=300)},
    )
    executor = endpoint_of("openai:b", settings, "executor")
    assert executor.base_url == "http://127.0.0.1:2/v1"
    assert executor.sampling == Sampling(temperature=0.7, top_p=0.9, max_output_tokens=300)
    assert endpoint_of("openai:a", settings, "planner").sampling == Sampling(temperature=0.0, top_p=0.9)
    model: Any = resolve_model("openai:b", settings, "executor")
    assert (model.temperature, model.max_tokens, model.max_retries) == (0.7, 300, 0)


def test_servers_of_single_roles_need_no_key() -> None:
    """A model that a role with an address of its own asks is that server's; any other one needs its key."""
    address: dict[str, Any] = {"role_base_urls": {"deliverer": "http://127.0.0.1:1/v1"}}
    for settings in (Settings(role_models={"deliverer": "openai:a"}, **address), Settings(model="openai:a", **address)):
        build_graph(settings, tools=["builtin:calc"])
    with pytest.raises(ConfigurationError, match="OPENAI_API_KEY"):
        build_graph(Settings(role_models={"planner": "openai:b"}, **address), tools=["builtin:calc"])


def test_an_address_does_not_go_to_another_provider() -> None:
    """A hosted fallback of a local model is asked where it lives."""
    settings = Settings(model="openai:a", base_url="http://127.0.0.1:1/v1", fallbacks=["anthropic:c"])
    assert endpoint_of("anthropic:c", settings, "planner").base_url is None


def test_a_missing_model_file_is_said_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In-process models are files."""
    (tmp_path / f"{PROVIDERS['llamacpp'].package}.py").touch()
    monkeypatch.syspath_prepend(tmp_path)
    assert "is not there" in refusal("llamacpp:/nowhere/model.gguf")


def test_a_fallback_that_cannot_be_set_up_is_known_before_the_run() -> None:
    """A missing key is better known now than in mid-run."""
    with pytest.raises(ConfigurationError, match=r"ANTHROPIC_API_KEY|smurfs-graph\[anthropic\]"):
        build_graph(Settings(fallbacks=["anthropic:c"]), tools=["builtin:calc"])
