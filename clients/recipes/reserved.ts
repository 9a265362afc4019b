// The code of docs/recipes/reserved.md; `npm run docs` writes it.
import { createAgentMemory, type OpenAiMessage } from '@agent-memory/core';

interface Answer {
  readonly message: OpenAiMessage;
  readonly usage?: { readonly prompt_tokens: number };
}

/** Asks once, and gives the tokens that the server adds to what the memory sends. */
export async function findReserved(address: string): Promise<number> {
  const memory = createAgentMemory({ id: 'probe', contextWindow: 128_000 });
  await memory.append({ role: 'user', content: 'Hello' });
  const { messages } = await memory.assemble();
  const response = await fetch(address, { method: 'POST', body: JSON.stringify({ messages }) });
  const said = await response.text();
  if (!response.ok) throw new Error(`${address} answered ${response.status}: ${said}`);
  const answer: Answer | null = JSON.parse(said);
  if (!answer?.usage) throw new Error(`${address} told no usage; it answered: ${said}`);
  await memory.reportUsage({ inputTokens: answer.usage.prompt_tokens });
  return memory.plan().ledger.reservedTokens;
}

export function openSupport(reserved: number) {
  const budget = { contextWindow: 128_000, reserved: { system: reserved } };
  return createAgentMemory({ id: 'support', budget });
}
