"""A training ends by saying how to serve what it wrote."""

import shlex
from pathlib import Path

from smurfs_graph.training.serving import serve_lines

OUT = Path("out")
ROLES = {"caller": OUT / "roles" / "caller", "planner": OUT / "roles" / "planner"}


def test_adapters_are_served_on_their_base() -> None:
    """One server of vLLM has them all; llama.cpp needs the base as GGUF, and each adapter."""
    vllm, base, *adapters = serve_lines("out/global", ROLES, 16, OUT)
    modules = "caller=out/roles/caller planner=out/roles/planner"
    assert vllm == f"vLLM: vllm serve out/global --enable-lora --max-lora-rank 16 --lora-modules {modules}"
    assert base == "llama.cpp: python convert_hf_to_gguf.py out/global --outfile out/base.gguf --outtype f16"
    assert [shlex.split(line)[3:6] for line in adapters] == [
        [f"out/roles/{role}", "--base", "out/global"] for role in ROLES
    ]


def test_whole_models_have_a_server_each() -> None:
    """Those of the roles, or the one of stage 1."""
    assert len(list(serve_lines("out/global", ROLES, None, OUT))) == 4
    vllm, llama = serve_lines("out/global", {}, None, OUT)
    assert vllm == "vLLM: vllm serve out/global"
    assert llama.endswith("--outfile out/model.gguf --outtype f16 && llama-server --model out/model.gguf --jinja")
