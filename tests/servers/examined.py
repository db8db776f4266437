"""Models that `smurfs doctor` examines on a loopback server: a capable one, and some that lack an ability."""

import json
from typing import Any, Literal

from langchain_core.messages import AIMessage, BaseMessage

from tests.benchmarks.capable_model import CapableModel
from tests.benchmarks.capable_sight import Data, Fact, Knowledge, Part, Ref, Way
from tests.servers.enforcing import serve
from tests.servers.hostile import Behaviour, Body, Handler

Lack = Literal["nothing", "several calls", "formats", "fused replies", "tool calls", "taken tools", "all"]
_ROOM = {"city": "Oslo", "nights": 3, "status": "free"}
_BOOKING = {"tool": "book_room", "arguments": {"city": "Oslo", "nights": 3, "wishes": '{"view": "sea"}'}}
_CHAT = "Of course! I would be glad to help you with that. What else would you like to know?"


def _parcel(number: int) -> Fact:
    way = Way("find_parcel", {"number": number})
    return Fact(f"parcel {number}", (way,), {"number": number}, ("weight_kg", "owner"))


_OWNER = Ref("parcel 17", "owner")
KNOWLEDGE = (
    Knowledge(
        "How much does parcel 17 weigh?",
        (_parcel(17),),
        lambda known: f"It weighs {known['parcel 17']['weight_kg']} kg.",
        (Part("Find the weight of parcel 17.", ("parcel 17",)),),
    ),
    Knowledge(
        "How much heavier is parcel 42 than parcel 17?",
        (_parcel(17), _parcel(42)),
        lambda known: f"By {known['parcel 42']['weight_kg'] - known['parcel 17']['weight_kg']} kg.",
        (Part("Find the weights of the parcels 17 and 42.", ("parcel 17", "parcel 42")),),
    ),
    Knowledge(
        "What is the telephone number of the owner of parcel 17?",
        (
            _parcel(17),
            Fact("phone", (Way("find_phone", {"person": _OWNER}),), {"person": _OWNER}, ("phone",)),
        ),
        lambda known: f"The number is {known['phone']['phone']}.",
        (Part("Find the telephone number of the person who owns parcel 17.", ("parcel 17", "phone")),),
    ),
    Knowledge(
        "What does a parcel to Norway cost?",
        (
            Fact(
                "postage",
                (
                    Way("find_postage", {"country": "Norway"}, blocked_by="write its code"),
                    Way("find_postage", {"country": "NO"}),
                ),
                {"country": "NO"},
                ("crowns",),
            ),
        ),
        lambda known: f"It costs {known['postage']['crowns']} crowns.",
        (Part("Find what it costs to send a parcel to Norway.", ("postage",)),),
    ),
)
"""What there is to know about the doctor's tasks."""


class Examined(CapableModel):
    """Answers the doctor's questions and solves its tasks, but for what it lacks."""

    knowledge: Knowledge = KNOWLEDGE[0]
    lacks: Lack = "nothing"
    rounds: Any = None

    def reply(
        self, messages: list[BaseMessage], *, schema: Data | None, bound: list[Data], as_call: bool = False
    ) -> AIMessage:
        """Reply as a capable model, where it has the ability."""
        text = "\n".join(str(each.text) for each in messages)
        if self.lacks == "all" or self.lacks == ("tool calls" if bound else "formats"):
            return AIMessage(_CHAT)
        known = [each for each in KNOWLEDGE if each.request in text or each.parts[0].content in text]
        if not known:
            return self._to_a_question(schema, bound, as_call)
        if self.lacks == "fused replies" and not bound and "calls" in (schema or {}).get("properties", {}):
            return AIMessage(_CHAT)
        self.knowledge, self.one_call = known[0], self.lacks == "several calls"
        return super().reply(messages, schema=schema, bound=bound, as_call=as_call)

    def _to_a_question(self, schema: Data | None, bound: list[Data], as_call: bool) -> AIMessage:
        if bound or as_call:
            name = bound[0]["function"]["name"] if bound else str((schema or {}).get("title"))
            return AIMessage("", tool_calls=[{"name": name, "args": _ROOM, "id": "call_1"}])
        return AIMessage(json.dumps(_ROOM | {"thought": "", "call": _BOOKING}))


def behaviour(lacks: Lack = "nothing") -> Behaviour:
    """Of a server with such a model; "taken tools": it refuses them."""
    answer = serve(Examined(lacks=lacks), enforced=lacks in ("nothing", "several calls"))

    def behave(handler: Handler, body: Body) -> None:
        if lacks == "taken tools" and body.get("tools"):
            handler.send(400, {"error": {"message": "this server was started without tool calling"}})
        else:
            answer(handler, body)

    return behave
