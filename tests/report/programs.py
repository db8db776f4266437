"""A model that writes programs over the harbour of `tests/evidence`: its sixth request, and notices to agents."""

from tests.servers.hostile import Body
from tests.servers.streaming import Reply

QUERY = (
    "Which containers of the calls C-402 and C-411 failed their latest inspection, and to which e-mail address of "
    "which agent does the notice of each go? Send the notices."
)
LOOK = """
rows = []
for call_id in ("C-402", "C-411"):
    page = 1
    while page:
        load = await list_containers(call_id, page)
        rows += load["containers"]
        page = load["next_page"]
print(len(rows), "containers")
print([await get_inspection(row["container_id"]) for row in rows])
"""
NOTIFY = """
# the inspection service is down: the log has the same entries
async def failed(container_id):
    log = await read_inspection_log(container_id)
    entries = sorted(log["entries"], key=lambda entry: entry["day"])
    return bool(entries) and entries[-1]["result"] == "failed"

async def agent_of(container_id):
    box = await get_container(container_id, fresh=True)
    agent = await get_agent(box["agent_id"])
    while agent["merged_into"]:
        agent = await get_agent(agent["merged_into"])
    return agent

names = []
for call_id in ("C-402", "C-411"):
    page = 1
    while page:
        load = await list_containers(call_id, page)
        names += [row["container_id"] for row in load["containers"]]
        page = load["next_page"]
bad = [name for name, is_bad in zip(names, await asyncio.gather(*[failed(name) for name in names])) if is_bad]
agents = await asyncio.gather(*[agent_of(name) for name in bad])
sent = await asyncio.gather(*[send_notice(name, agent["email"]) for name, agent in zip(bad, agents)])
for name, agent, done in zip(bad, agents, sent):
    print(name, "failed:", agent["name"], agent["email"], done)
"""
ANSWER = (
    "Three containers failed their latest inspection, and their notices were sent: K-30520 to Lund Shipping "
    "(desk@lund.example), K-30171 to Bay & Sound (ops@baysound.example), K-31071 to Ninety-One Freight "
    "(hello@91freight.example)."
)


def reply(body: Body) -> Reply:
    """A program, one that goes by its failure, and the answer."""
    ran = sum(message["role"] == "tool" for message in body["messages"])
    if ran == 2:
        return Reply((ANSWER,))
    return Reply(calls=(("run_python", {"code": (LOOK, NOTIFY)[ran].strip()}),))
