"""Published chat templates, and what a training learns under each: run in the environment of trainings.

python -m tests.training.chat_templates prints, for each template, a line of JSON: the rows of a trajectory and of a
prompt with its reply, each with its text, the text that a server would show, and the parts that are learnt.
"""

import json
from pathlib import Path
from typing import Any

from smurfs_graph import ConfigurationError
from smurfs_graph.training.libraries import library
from smurfs_graph.training.rows import IGNORED, Tokens, completion, whole

TRL = ("llama3_1", "qwen3")
"""Those that come with TRL as files."""
TEMPLATES = {
    "SmolLM2": (
        "{% for message in messages %}{% if loop.first and messages[0]['role'] != 'system' %}{{ '<|im_start|>system\n"
        "You are a helpful AI assistant named SmolLM, trained by Hugging Face<|im_end|>\n' }}{% endif %}"
        "{{'<|im_start|>' + message['role'] + '\n' + message['content'] + '<|im_end|>' + '\n'}}{% endfor %}"
        "{% if add_generation_prompt %}{{ '<|im_start|>assistant\n' }}{% endif %}"
    ),
    "Llama-2-chat": (
        "{% if messages[0]['role'] == 'system' %}{% set loop_messages = messages[1:] %}{% set system_message = "
        "messages[0]['content'] %}{% else %}{% set loop_messages = messages %}{% set system_message = false %}{% endif "
        "%}{% for message in loop_messages %}{% if (message['role'] == 'user') != (loop.index0 % 2 == 0) %}"
        "{{ raise_exception('Conversation roles must alternate user/assistant/user/assistant/...') }}{% endif %}"
        "{% if loop.index0 == 0 and system_message != false %}{% set content = '<<SYS>>\\n' + system_message + "
        "'\\n<</SYS>>\\n\\n' + message['content'] %}{% else %}{% set content = message['content'] %}{% endif %}"
        "{% if message['role'] == 'user' %}{{ bos_token + '[INST] ' + content.strip() + ' [/INST]' }}"
        "{% elif message['role'] == 'assistant' %}{{ ' ' + content.strip() + ' ' + eos_token }}{% endif %}{% endfor %}"
    ),
    "Mistral-Instruct-v0.2": (
        "{{ bos_token }}{% for message in messages %}{% if (message['role'] == 'user') != (loop.index0 % 2 == 0) %}"
        "{{ raise_exception('Conversation roles must alternate user/assistant/user/assistant/...') }}{% endif %}"
        "{% if message['role'] == 'user' %}{{ '[INST] ' + message['content'] + ' [/INST]' }}"
        "{% elif message['role'] == 'assistant' %}{{ message['content'] + eos_token}}"
        "{% else %}{{ raise_exception('Only user and assistant roles are supported!') }}{% endif %}{% endfor %}"
    ),
    "Mistral-Instruct, system last": (  # as of its tokenizers of version 3
        "{%- if messages[0]['role'] == 'system' %}{%- set system_message = messages[0]['content'] %}{%- set "
        "loop_messages = messages[1:] %}{%- else %}{%- set loop_messages = messages %}{%- endif %}{{- bos_token }}"
        "{%- for message in loop_messages %}{%- if message['role'] == 'user' %}{%- if loop.last and system_message is "
        "defined %}{{- '[INST] ' + system_message + '\n\n' + message['content'] + '[/INST]' }}{%- else %}{{- '[INST] ' "
        "+ message['content'] + '[/INST]' }}{%- endif %}{%- elif message['role'] == 'assistant' %}{{- ' ' + "
        "message['content'] + eos_token }}{%- else %}{{- raise_exception('Only user and assistant roles are "
        "supported!') }}{%- endif %}{%- endfor %}"
    ),
    "no end": "{% for message in messages %}{{ message['role'] + ': ' + message['content'] + '\n' }}{% endfor %}"
    "{% if add_generation_prompt %}{{ 'assistant: ' }}{% endif %}",
}
CALL = {"name": "find_stock", "arguments": '{"item": "A-1"}'}
TOOL = {"name": "find_stock", "description": "Find it.", "parameters": {"type": "object", "properties": {}}}
TRAJECTORY = {
    "messages": [
        {"role": "user", "content": "How many A-1?"},
        {"role": "assistant", "content": "I look.", "tool_calls": [{"type": "function", "id": "c1", "function": CALL}]},
        {"role": "tool", "tool_call_id": "c1", "content": "7 pieces"},
        {"role": "assistant", "content": "There are 7."},
        {"role": "user", "content": "Thanks."},
        {"role": "assistant", "content": "With pleasure."},
    ],
    "tools": json.dumps([{"type": "function", "function": TOOL}]),
}
REPLY = {
    "prompt": [{"role": "system", "content": "Be brief."}, {"role": "user", "content": "How many A-1?"}],
    "completion": [{"role": "assistant", "content": '{"answer": "7"}'}],
}


def tokenizer_of(template: str) -> Any:
    """Return a tokenizer of single bytes, with the marks of all templates."""
    transformers, tokenizers = library("transformers"), library("tokenizers")
    bytes_only = tokenizers.Tokenizer(tokenizers.models.BPE())
    bytes_only.pre_tokenizer = tokenizers.pre_tokenizers.ByteLevel(add_prefix_space=False)
    bytes_only.decoder = tokenizers.decoders.ByteLevel()
    marks = ["<s>", "</s>", "<|im_start|>", "<|im_end|>", "<|begin_of_text|>", "<|eot_id|>"]
    alphabet = tokenizers.pre_tokenizers.ByteLevel.alphabet()
    trainer = tokenizers.trainers.BpeTrainer(special_tokens=marks, initial_alphabet=alphabet, show_progress=False)
    bytes_only.train_from_iterator([], trainer)
    found = transformers.PreTrainedTokenizerFast(tokenizer_object=bytes_only, bos_token="<s>", eos_token="</s>")
    found.chat_template = template
    return found


def learnt(tokenizer: Any, row: Tokens) -> list[str]:
    """Return the parts of a row that have labels."""
    parts: list[list[int]] = [[]]
    for token, label in zip(row["input_ids"], row["labels"], strict=True):
        if label == IGNORED:
            parts.append([])
        else:
            assert label == token
            parts[-1].append(token)
    return [tokenizer.decode(part) for part in parts if part]


def main() -> None:
    """Print what is learnt under each template, or why it cannot be used."""
    folder = Path(library("trl").__file__).parent / "chat_templates"
    texts = TEMPLATES | {name: (folder / f"{name}.jinja").read_text("utf-8") for name in TRL}
    for name, text in texts.items():
        tokenizer = tokenizer_of(text)
        found: dict[str, Any] = {"template": name}
        try:
            found["trajectory"] = [learnt(tokenizer, row) for row in whole(tokenizer, TRAJECTORY)]
            [reply] = completion(tokenizer, REPLY)
            shown = tokenizer.decode([token for token, label in _pairs(reply) if label == IGNORED])
            found["reply"], found["prompt"] = learnt(tokenizer, reply), shown
            found["served"] = tokenizer.apply_chat_template(REPLY["prompt"], add_generation_prompt=True, tokenize=False)
        except (ConfigurationError, library("jinja2").TemplateError) as error:
            found["refused"] = str(error)
        print(json.dumps(found), flush=True)


def _pairs(row: Tokens) -> Any:
    return zip(row["input_ids"], row["labels"], strict=True)


if __name__ == "__main__":
    main()
