import { expect, test } from 'vitest';
import { fixedBudget } from '../budget/token-budget.ts';
import type { OpenAiMessage } from '../formats/openai/openai-message.ts';
import { slidingWindow } from '../policies/sliding-window.ts';
import { createAgentMemory } from '../session/create-agent-memory.ts';
import { scratchpadGaps } from './scratchpad-gaps.ts';

function aCall(id: string, name: string, args: object): OpenAiMessage {
  const call = { name, arguments: JSON.stringify(args) };
  return {
    role: 'assistant',
    content: null,
    tool_calls: [{ id, type: 'function', function: call }],
  };
}

const aResult = (id: string, content: string): OpenAiMessage => ({
  role: 'tool',
  tool_call_id: id,
  content,
});

const CODE = 'GATE-77120-K';

/** A summariser that carries no value, so that what is lost is lost. */
const silent = {
  name: 'silent',
  summarize: async () => ({
    madeBy: 'silent',
    fromSeq: 0,
    toSeq: 0,
    text: 'They talked of gates.',
  }),
};

/** A session in which a code was told, left the context, and was used again behind `recall`. */
async function aSession(scratchpad: { readonly keyFacts?: string[] }, withRecall: boolean) {
  const memory = createAgentMemory({
    id: 'gaps',
    budget: fixedBudget(700),
    policy: slidingWindow({ messages: 4 }),
    summarizer: silent,
    compaction: { prepareAt: 1, limits: { derivedShare: 0.02 } },
  });
  await memory.append({ role: 'user', content: 'Open the gate tomorrow.' });
  await memory.append({ role: 'assistant', content: `The code for it is ${CODE}.` });
  if (scratchpad.keyFacts) await memory.patchScratchpad(scratchpad);
  for (let turn = 0; turn < 12; turn += 1) {
    await memory.append({
      role: 'user',
      content: `Question ${turn}. ${'And so on it goes. '.repeat(14)}`,
    });
    await memory.assemble();
    await memory.append({
      role: 'assistant',
      content: `Fine, number ${turn}. ${'As said above. '.repeat(14)}`,
    });
  }
  await memory.append({ role: 'user', content: 'Open it now.' });
  if (withRecall) {
    await memory.assemble();
    await memory.append(aCall('c1', 'recall', { text: 'gate code' }));
    await memory.append(aResult('c1', `The code for it is ${CODE}.`));
  }
  await memory.assemble();
  await memory.append(aCall('c2', 'open_gate', { code: CODE }));
  return memory;
}

test('[PAD-3] a value that was used when nothing carried it is a gap', async () => {
  const memory = await aSession({}, false);
  const [first] = memory.entries({ fromSeq: 1, toSeq: 2 });
  const used = memory.entries().at(-1);
  expect(await scratchpadGaps(memory)).toEqual([
    {
      value: CODE,
      call: 13,
      usedBy: { entryId: used?.id, seq: used?.seq, toolName: 'open_gate' },
      saidBy: { entryId: first?.id, seq: 1 },
    },
  ]);
});

test('[PAD-3] one that had to be recalled is a gap, by the tool that brought it back', async () => {
  expect(await scratchpadGaps(await aSession({}, true))).toMatchObject([
    { value: CODE, call: 14, recalledBy: 'recall' },
  ]);
});

test('[PAD-3] one that the scratchpad carried is none', async () => {
  const memory = await aSession({ keyFacts: [`Code ${CODE}`] }, false);
  expect(await scratchpadGaps(memory)).toEqual([]);
});

test('[PAD-3] calls that are not looked at are not told; an abort ends it', async () => {
  const memory = await aSession({}, false);
  await memory.append(aResult('c2', 'Open.'));
  await memory.assemble();
  expect(await scratchpadGaps(memory, { calls: 1 })).toEqual([]);
  const signal = AbortSignal.abort(new Error('enough'));
  await expect(scratchpadGaps(memory, { signal })).rejects.toThrow('enough');
  await expect(scratchpadGaps(memory, { calls: 0 })).rejects.toThrow(/`calls`/);
});

test.each<[object, string]>([
  [{ recallTools: 'recall' }, '`recallTools` must be a list of names'],
  [{ recallTools: [5] }, '`recallTools` must be a list of names'],
  [{ signal: 5 }, '`signal` must be an AbortSignal'],
])('[PAD-3] the options %j are refused in words', async (options, words) => {
  const memory = await aSession({}, false);
  await expect(scratchpadGaps(memory, options as never)).rejects.toThrow(words);
});
