// A memory in Node, as an ES module: what Node finds under the condition `import`.
import { createAgentMemory, fixedBudget } from '@agent-memory/core';
import { google } from '@agent-memory/formats';
import { AgentMemoryChatHistory } from '@agent-memory/langchain';
import { createLongTermMemory } from '@agent-memory/long-term';
import { HumanMessage } from '@langchain/core/messages';

const memory = createAgentMemory({ id: 'node', budget: fixedBudget(2_000) });
const history = new AgentMemoryChatHistory(memory);
for (let turn = 1; turn <= 20; turn += 1) {
  await history.addMessage(new HumanMessage(`Question ${turn}?`));
  await memory.append({
    role: 'assistant',
    content: `Answer ${turn}. ${'And so on. '.repeat(80)}`,
  });
}
const { contents } = await memory.assemble({ format: google });
const { compactions, entries } = memory.getState();
const longTerm = createLongTermMemory({ user: 'ada' });
await longTerm.ready;
console.log(`${entries} entries, compacted: ${compactions.length > 0}, ${contents[0]?.role} first`);
