// The code of docs/recipes/token-ranks.md; `npm run docs` writes it.
import { createAgentMemory } from '@agent-memory/core';

const contextWindow = 128_000;

/** Counted exactly: loads the ranks of the model's encoding once, after the first message. */
export const exact = createAgentMemory({ id: 'exact', model: 'gpt-5', contextWindow });

/** Loads nothing: figures are estimates until usage is reported, and corrected from then on. */
export const light = createAgentMemory({ id: 'light', contextWindow });

export async function afterAnAnswer(usage: { readonly prompt_tokens: number }): Promise<void> {
  await light.reportUsage({ inputTokens: usage.prompt_tokens });
}

export const own = createAgentMemory({
  id: 'own',
  contextWindow,
  tokenCounter: {
    encoding: 'bytes',
    source: 'estimated',
    count: (text) => Math.ceil(new TextEncoder().encode(text).length / 4),
  },
});
