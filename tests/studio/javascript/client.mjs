// A conversation over LangGraph's JavaScript client: a question, an approval, a follow-up. Prints what came, as JSON.
import { Client } from "@langchain/langgraph-sdk";

const client = new Client({ apiUrl: process.argv[2], apiKey: null });
const context = { approve: ["tools"] };
const streamMode = ["values", "messages-tuple", "updates", "custom"];
const { thread_id: thread } = await client.threads.create();
const turns = [];

async function run(sent) {
  const kinds = new Set();
  const events = [];
  const chunks = {};
  const stream = client.runs.stream(thread, "smurfs", { streamMode, streamSubgraphs: true, context, ...sent });
  for await (const { event, data } of stream) {
    const kind = event.split("|")[0];
    kinds.add(kind);
    if (kind === "custom") events.push(data.kind);
    if (kind === "messages") chunks[data[0].id] = (chunks[data[0].id] ?? "") + data[0].content;
  }
  const state = await client.threads.getState(thread);
  turns.push({
    kinds: [...kinds],
    events,
    chunks,
    messages: state.values.messages.map(({ id, type, content }) => ({ id, type, content })),
    waiting: state.tasks.flatMap((task) => task.interrupts.map(({ value }) => value.action_requests[0].name)),
  });
}

const say = (content) => run({ input: { messages: [{ type: "human", content }] } });
const approve = () => run({ command: { resume: { decisions: [{ type: "approve" }] } } });

await say("What is the distance between Paris and Rome?");
await approve();
await say("What is the distance between Berlin and Vienna?");
await approve();
console.log(JSON.stringify(turns));
