"""The card of an export: what is in it, where it comes from, and what was left out."""

from typing import TYPE_CHECKING

from smurfs_graph.showing.text import in_a_line

if TYPE_CHECKING:
    from smurfs_graph.training.export import Choice, Exported

OWN, TOOLBENCH = "recorded runs", "ToolBench, as α-UMi arranged it"
_SETS = {
    "global": "whole trajectories, for a first stage: `messages`, `tools`",
    "roles": "what one role was asked and replied: `prompt`, `completion`, `tools`",
    "preferences": "for DPO, a decision that was rolled back and the one that solved the sub-task in its place: "
    "`prompt`, `chosen`, `rejected`, `tools`",
    "kto": "for KTO, decisions that stood (`label` true) and that were rolled back: `prompt`, `completion`, `label`",
}
_LICENCES = {
    OWN: "Yours to name; mind the terms of the models that wrote the replies, and of the tools' data.",
    TOOLBENCH: "ToolBench: Apache-2.0; α-UMi's arrangement names no licence.",
}


def card(found: "Exported", choice: "Choice") -> str:
    """The card as Markdown; its head lets the library datasets load each set by its name."""
    names = list(dict.fromkeys(name for name, _ in sorted(found.files)))
    held, tools = found.held, ", ".join(found.held.tools) or "none, for each is called by too many requests"
    parts = [
        f"---\nconfigs:\n{''.join(_config(name, found) for name in names)}---\n",
        "# Training data made by smurfs-graph\n",
        "| set | split | rows | bytes |\n|---|---|---|---|",
        *(
            f"| {name} | {side} | {part.rows:,} | {part.bytes:,} |"
            for (name, side), part in sorted(found.files.items())
        ),
        "",
        *(f"- **{kind}**: {_SETS[kind]}" for kind in dict.fromkeys(name.partition("/")[0] for name in names)),
        "\nMessages are as OpenAI's chat interface has them, `prompt` as the model's server received it; `tools` is a "
        "list of functions as JSON text; `meta` says run, role, call and model.",
        "\n## Sources and licences\n",
        *(f"- {name}: {count:,} episodes. {_LICENCES[name]}" for name, count in found.sources.items()),
        "\n## Who wrote the replies\n",
        *(f"- {in_a_line(name)}: {count:,} rows of roles" for name, count in found.models.most_common()),
        "\n## Split\n",
        f"{len(held.requests):,} of {found.requests:,} requests are for the test, with all their runs, by seed "
        f"{choice.seed}. Tools that no training request calls: {in_a_line(tools, 2_000)}.",
        "\n## Left out\n",
        "Replies that were refused or asked for again, defaults in place of replies, replies from caches and journals, "
        "those of the offline stand-in; of role sets, steps that did not solve their sub-task. Besides:\n",
        *(f"- {count:,} {reason}" for reason, count in found.left_out.most_common() or [("runs or rows", 0)]),
        f"\nSecrets were masked as the runs were recorded, and once more: {found.masked:,} rows had something left.",
    ]
    return "\n".join(parts) + "\n"


def _config(name: str, found: "Exported") -> str:
    sides = [side for each, side in sorted(found.files) if each == name]
    files = "".join(f"  - split: {side}\n    path: {name}/{side}.jsonl\n" for side in sides)
    return f"- config_name: {name.replace('/', '-')}\n  data_files:\n{files}"
