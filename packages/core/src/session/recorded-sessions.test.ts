import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { standingRules } from '../condense/standing-rules.ts';
import type { OpenAiMessage } from '../formats/openai/openai-message.ts';
import { AgentMemoryError } from '../ground/errors/errors.ts';
import { grammarFaults } from '../testing/context-faults.ts';
import { fixedBudget } from '../tokens/budget/token-budget.ts';
import { loadTiktokenCounter } from '../tokens/tiktoken-counter.ts';
import { createAgentMemory } from './create-agent-memory.ts';

const { AGENT_MEMORY_DATA = '../shared/data' } = process.env;
const folder = path.resolve(AGENT_MEMORY_DATA, 'transcripts');
const files = existsSync(folder)
  ? readdirSync(folder).filter((name) => name.endsWith('.json'))
  : [];

const counter = await loadTiktokenCounter({ encoding: 'o200k_base' });

function messagesIn(file: string): readonly OpenAiMessage[] {
  const { messages } = JSON.parse(readFileSync(path.join(folder, file), 'utf8'));
  return messages;
}

/** Plays one session; gives what a provider would refuse and how often the context did not fit. */
async function play(messages: readonly OpenAiMessage[], budget: number) {
  const memory = createAgentMemory({
    id: 'recorded',
    budget: fixedBudget(budget),
    tokenCounter: counter,
  });
  const faults: string[] = [];
  let contexts = 0;
  let refused = 0;
  for (const message of messages) {
    if (message.role === 'assistant') {
      contexts += 1;
      try {
        const { messages: sent, plan } = await memory.assemble();
        faults.push(...grammarFaults(sent));
        if (plan.totalTokens > budget) faults.push(`${plan.totalTokens} of ${budget} tokens`);
      } catch (error) {
        if (!AgentMemoryError.isInstance(error) || error.code !== 'CONTEXT_OVERFLOW') throw error;
        refused += 1;
      }
    }
    await memory.append(message);
  }
  await memory.dispose();
  return { faults, contexts, refused };
}

if (files.length === 0) {
  console.info(
    `Tests on recorded sessions are skipped: there are none in ${folder}. ` +
      'Name a folder that holds "transcripts/" in AGENT_MEMORY_DATA to run them.',
  );
}

describe.skipIf(files.length === 0)(`recorded sessions in AGENT_MEMORY_DATA`, () => {
  // Even if each of them were false, which a reading of the three that are found does not bear out.
  test('[CMP-16] at most one rule is found in 50 messages of users who set hardly any', () => {
    const said = files.flatMap(messagesIn).filter(({ role }) => role === 'user');
    const rules = said.flatMap(({ content }) =>
      [content].flat().flatMap((part) => {
        if (typeof part === 'string') return standingRules(part);
        return part?.type === 'text' ? standingRules(part.text) : [];
      }),
    );
    expect(rules.length).toBeLessThanOrEqual(said.length / 50);
  });

  test('[BUD-6] a budget raised from 4,000 to 6,000 tokens loses no original that was there', async () => {
    for (const file of files.slice(0, 3)) {
      const memory = createAgentMemory({
        id: 'raised',
        budget: fixedBudget(4_000),
        tokenCounter: counter,
      });
      const contextNow = async () => {
        const { plan } = await memory.assemble();
        const whole = plan.items.filter(
          ({ kind, decision }) => kind === 'entry' && decision.fate === 'sent',
        );
        return whole.map(({ id }) => id);
      };
      for (const message of messagesIn(file).slice(0, 60)) {
        await memory.append(message);
        await contextNow().catch(() => undefined);
      }
      const stood = await contextNow();
      await memory.configure({ budget: fixedBudget(6_000) });
      expect(await contextNow(), file).toEqual(expect.arrayContaining(stood));
      await memory.dispose();
    }
  });

  test('[CMP-3] [BUD-3] no context is invalid or over its budget, and few are refused', async () => {
    let contexts = 0;
    let refused = 0;
    for (const [index, file] of files.entries()) {
      const budget = [4_000, 8_000, 16_000][index % 3] ?? 4_000;
      const played = await play(messagesIn(file), budget);
      expect(played.faults, file).toEqual([]);
      contexts += played.contexts;
      refused += played.refused;
    }
    expect(contexts).toBeGreaterThan(0);
    expect(refused / contexts).toBeLessThan(0.01);
  });
});
