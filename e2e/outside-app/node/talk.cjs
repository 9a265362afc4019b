// The same by `require`, in a module of the older kind: what Node finds under the condition `default`.
const { createAgentMemory, fixedBudget } = require('@agent-memory/core');
const { google } = require('@agent-memory/formats');
const { AgentMemoryChatHistory } = require('@agent-memory/langchain');
const { createLongTermMemory } = require('@agent-memory/long-term');
const { HumanMessage } = require('@langchain/core/messages');

async function talk() {
  const memory = createAgentMemory({ id: 'node', budget: fixedBudget(2_000) });
  const history = new AgentMemoryChatHistory(memory);
  for (let turn = 1; turn <= 20; turn += 1) {
    await history.addMessage(new HumanMessage(`Question ${turn}?`));
    const content = `Answer ${turn}. ${'And so on. '.repeat(80)}`;
    await memory.append({ role: 'assistant', content });
  }
  const { contents } = await memory.assemble({ format: google });
  const { compactions, entries } = memory.getState();
  const longTerm = createLongTermMemory({ user: 'ada' });
  await longTerm.ready;
  console.log(
    `${entries} entries, compacted: ${compactions.length > 0}, ${contents[0]?.role} first`,
  );
}

void talk();
