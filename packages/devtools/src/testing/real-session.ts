import {
  type AgentMemory,
  createAgentMemory,
  estimatingCounter,
  fixedBudget,
} from '@agent-memory/core';

const PARTS = ['cassette', 'chain', 'brake pad', 'bottom bracket', 'headset', 'tyre', 'spoke'];

/** Two turns about one bicycle: an order number, a frame number, a price and a photo. */
function turnsAbout(bicycle: number): readonly { role: 'user' | 'assistant'; content: string }[] {
  const part = PARTS[bicycle % PARTS.length] ?? 'chain';
  const order = `R-${20_400 + bicycle * 7}`;
  return [
    {
      role: 'user',
      content: `Order ${order}: the ${part} of the bicycle with frame number WTU${480 + bicycle}KL makes a noise under load. I put a photo at uploads/${part.replace(' ', '-')}-${bicycle}.jpg for the mechanic.`,
    },
    {
      role: 'assistant',
      content: `Thank you. For ${order} we would fit a new ${part} for ${(24.5 + bicycle * 1.35).toFixed(2)} EUR and ${40 + bicycle} EUR of labour. The bicycle can be ready on 2026-02-${String(bicycle + 1).padStart(2, '0')}. Nobody starts before you agree, and nothing above 240 EUR is done without a call.`,
    },
  ];
}

/**
 * A workshop's talk about 27 bicycles in a real memory that has compacted on its way, with a context
 * assembled for the last question.
 */
export async function realSession(): Promise<AgentMemory> {
  const memory = createAgentMemory({
    id: 'workshop',
    system: 'You help customers of a small bicycle workshop. Be brief and exact.',
    budget: fixedBudget(1_600),
    // Figures that stay: better ones would arrive in the middle of a test.
    tokenCounter: estimatingCounter,
  });
  for (let bicycle = 0; bicycle < 27; bicycle += 1) {
    const [question, answer] = turnsAbout(bicycle);
    if (!question || !answer) throw new Error('A bicycle has a question and an answer.');
    await memory.append(question);
    await memory.assemble();
    await memory.append(answer);
  }
  await memory.append({ role: 'user', content: 'Which of them can I fetch first?' });
  await memory.assemble();
  return memory;
}
