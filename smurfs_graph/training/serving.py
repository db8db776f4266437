"""Which commands serve what a training wrote. Pure."""

from collections.abc import Iterator, Mapping
from pathlib import Path

VLLM, LLAMA_CPP = "vLLM", "llama.cpp"


def serve_lines(start: str, roles: Mapping[str, Path], rank: int | None, folder: Path) -> Iterator[str]:
    """Yield the commands for vLLM and for llama.cpp, whose converters are in its own repository.

    `start`: the model of stage 1, or the base. `roles`: the folder of each role, an adapter to it where `rank` is
    given. `folder`: where converted files go.
    """
    models = {} if rank is None else {"base": Path(start)}
    models |= {role.replace("/", "-"): place for role, place in roles.items()} if rank is None else {}
    models = models or {"model": Path(start)}
    if rank is None:
        for place in models.values():
            yield f"{VLLM}: vllm serve {place}"
    else:
        modules = " ".join(f"{role}={place}" for role, place in roles.items())
        yield f"{VLLM}: vllm serve {start} --enable-lora --max-lora-rank {rank} --lora-modules {modules}"
    for name, place in models.items():
        file = folder / f"{name}.gguf"
        serve = "" if rank is not None else f" && llama-server --model {file} --jinja"
        yield f"{LLAMA_CPP}: python convert_hf_to_gguf.py {place} --outfile {file} --outtype f16{serve}"
    if rank is not None:
        for role, place in roles.items():
            file = folder / f"{role}.gguf"
            yield (
                f"{LLAMA_CPP}: python convert_lora_to_gguf.py {place} --base {start} --outfile {file} && "
                f"llama-server --model {folder / 'base.gguf'} --lora {file} --jinja"
            )
