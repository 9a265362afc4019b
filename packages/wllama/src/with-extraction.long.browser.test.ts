import { createAgentMemory, type OpenAiMessage } from '@agent-memory/core';
import { createLongTermMemory } from '@agent-memory/long-term';
import { type ExtractionModel, memoryExtraction } from '@agent-memory/long-term/extraction';
import { afterEach, describe, expect, inject, onTestFinished, test } from 'vitest';
import { clearKept } from './testing/a-model.ts';
import type {} from './testing/gguf-server-setup.ts';
import { wllama } from './wllama.ts';

const url = inject('ggufServerUrl');

const SAID: readonly OpenAiMessage[] = [
  {
    role: 'user',
    content: 'I prefer window seats. My customer number is K-48213. Is the train full?',
  },
  {
    role: 'assistant',
    content: 'It has places left, at the window too. Shall I book one in Ghent?',
  },
];

/** Exact values and names: they cannot be put in other words. */
const VALUE = /\p{Lu}[\p{L}\p{N}-]*\d[\p{L}\p{N}-]*|\p{N}+|(?<=\p{L} )\p{Lu}\p{L}{3,}/gu;

/** Words of the question to the model, none of which anybody said. */
const TEMPLATE = /long-term memory|quoted|later conversation|one sentence|worth keeping|[<>{}]/i;

/** Counts how often the page gets a turn. */
function turnsOfPage() {
  let turns = 0;
  const timer = setInterval(() => {
    turns += 1;
  }, 20);
  onTestFinished(() => clearInterval(timer));
  return () => turns;
}

afterEach(() => clearKept());

describe.skipIf(!inject('hasRealGguf'))(
  `extraction with SmolLM2, ${inject('needsRealGguf')}`,
  () => {
    test('[EXT-5] [MOD-4] whatever a small language model answers, nothing becomes a record that nobody said, and the page continues', async () => {
      const model = wllama({
        model: `${url}/run-${crypto.randomUUID()}/real/smollm2.gguf`,
        name: 'SmolLM2',
        contextWindow: 1_536,
      });
      onTestFinished(() => model.dispose());
      await model.load();
      const answers: string[] = [];
      // Room for a memory or two: at 1,200 tokens a small model that repeats itself writes for minutes.
      const chatModel: ExtractionModel = {
        name: 'SmolLM2',
        async chat(request) {
          const answer = await model.chat({ ...request, maxTokens: 120 });
          answers.push(answer.text);
          return answer;
        },
      };
      const longTerm = createLongTermMemory({ user: 'ada' });
      const patterns = memoryExtraction(longTerm);
      const byModel = memoryExtraction(longTerm, {
        chatModel,
        timeoutMs: Number.POSITIVE_INFINITY,
      });
      const open = (id: string, { feature }: typeof byModel) => {
        const memory = createAgentMemory({ id, contextWindow: 8_000, features: [feature] });
        onTestFinished(() => memory.dispose());
        return memory;
      };

      await open('by-patterns', patterns).append(SAID);
      await patterns.settled();
      const turns = turnsOfPage();
      const memory = open('by-model', byModel);
      const entries = await memory.append(SAID);
      await byModel.settled();

      expect(answers).toHaveLength(1);
      expect(answers[0]).not.toBe('');
      expect(turns()).toBeGreaterThan(20);
      const [report, ...others] = byModel.log('by-model');
      expect(others).toEqual([]);
      expect(report).toMatchObject({ cause: 'run-end', extractor: 'SmolLM2', entries: 2 });
      // It moved its cursor, or says why it did not.
      expect([undefined, 'UNREADABLE_ANSWER']).toContain(report?.failure?.code);

      const said = SAID.map(({ content }) => content).join('\n');
      const { items } = await longTerm.list({});
      const texts = items.map(({ record }) => record.text);
      expect(texts).toContain('I prefer window seats.');
      expect(texts.filter((text) => TEMPLATE.test(text))).toEqual([]);
      const values = texts.flatMap((text) => text.match(VALUE) ?? []);
      expect(values.filter((value) => !said.includes(value))).toEqual([]);
      const ids = new Set(entries.map(({ id }) => id));
      const byTheModel = report?.taken.filter(({ outcome }) => outcome === 'stored') ?? [];
      for (const { recordId, entryIds } of byTheModel) {
        expect(texts).toContain(items.find(({ record }) => record.id === recordId)?.record.text);
        expect(entryIds.length).toBeGreaterThan(0);
        expect(entryIds.every((id) => ids.has(id))).toBe(true);
      }
    });
  },
);
