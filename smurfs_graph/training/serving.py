"""Commands that serve the output of a training. Pure."""

import shlex
from collections.abc import Iterator, Mapping
from pathlib import Path

VLLM, LLAMA_CPP = "vLLM", "llama.cpp"


def serve_lines(start: str, roles: Mapping[str, Path], rank: int | None, folder: Path) -> Iterator[str]:
    """Yield the commands for vLLM and for llama.cpp, whose converters are in its own repository.

    `start`: the model of stage 1, or the base. `roles`: the folder of each role, an adapter to it where `rank` is
    given. `folder`: where converted files go.
    """
    models = {role.replace("/", "-"): place for role, place in roles.items()} if rank is None else {"base": Path(start)}
    models = models or {"model": Path(start)}
    if rank is None:
        for place in models.values():
            yield f"{VLLM}: vllm serve {_quoted(place)}"
    else:
        modules = " ".join(_quoted(f"{role}={place}") for role, place in roles.items())
        yield f"{VLLM}: vllm serve {_quoted(start)} --enable-lora --max-lora-rank {rank} --lora-modules {modules}"
    for name, place in models.items():
        file = _quoted(folder / f"{name}.gguf")
        serve = "" if rank is not None else f" && llama-server --model {file} --jinja"
        yield f"{LLAMA_CPP}: python convert_hf_to_gguf.py {_quoted(place)} --outfile {file} --outtype f16{serve}"
    if rank is not None:
        for role, place in roles.items():
            base, file = _quoted(folder / "base.gguf"), _quoted(folder / f"{role}.gguf")
            yield (
                f"{LLAMA_CPP}: python convert_lora_to_gguf.py {_quoted(place)} --base {_quoted(start)} "
                f"--outfile {file} && llama-server --model {base} --lora {file} --jinja"
            )


def _quoted(text: str | Path) -> str:
    return shlex.quote(str(text))
