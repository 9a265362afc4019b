import {
  type AgentMemoryOptions,
  createAgentMemory,
  fixedBudget,
  inMemoryStore,
  type OpenAiMessage,
  type Summarizer,
  slidingWindow,
} from '@agent-memory/core';
import { nextTask } from '@agent-memory/core/internal';
import {
  arbitraryConversation,
  aSimulatedAbort,
  aSimulatedClock,
  grammarFaults,
} from '@agent-memory/core/testing';
import { anthropic, openAiResponses } from '@agent-memory/formats';
import { type SessionFile, sessionCatalog } from '@agent-memory/sessions';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { RecordedSession } from './recording.ts';
import type { ReplayOptions } from './replay-options.ts';
import { replaySession } from './replay-session.ts';

const talk: readonly OpenAiMessage[] = Array.from({ length: 60 }, (_, index) => ({
  role: index % 2 === 0 ? 'user' : 'assistant',
  content: `Message ${index} is about order ORD-${1_000 + index}. It says ${'word '.repeat(30)}.`,
}));

const byModel: Summarizer = {
  name: 'a-model',
  summarize: async ({ previous, sources }) => ({
    madeBy: 'a-model',
    fromSeq: previous?.fromSeq ?? sources[0]?.seq ?? 0,
    toSeq: sources.at(-1)?.seq ?? 0,
    text: `Orders up to message ${sources.at(-1)?.seq} were discussed, one by one.`,
  }),
};

/** A conversation as it was had: the file of it, and each context that was sent. */
async function recorded(
  messages: readonly OpenAiMessage[],
  options: Partial<AgentMemoryOptions>,
): Promise<{ readonly file: SessionFile; readonly sent: readonly unknown[] }> {
  const store = inMemoryStore();
  const clock = aSimulatedClock();
  const memory = createAgentMemory({
    id: 'had',
    budget: fixedBudget(900),
    store,
    clock,
    ...options,
  });
  const sent: unknown[] = [];
  for (const message of messages) {
    if (message.role === 'assistant' && memory.getState().entries > 0) {
      sent.push(await memory.assemble().then(({ messages: context }) => context));
    }
    clock.advance(1_000);
    await memory.append(message);
  }
  await memory.dispose();
  return { file: await sessionCatalog(store).export('had'), sent };
}

async function contextsOf(
  file: RecordedSession,
  options?: ReplayOptions,
): Promise<readonly unknown[]> {
  const { calls } = await replaySession(file, options).all();
  return calls.map(({ context }) => context?.messages);
}

test('[HIS-5] without settings every call is sent what it was sent', async () => {
  const { file, sent } = await recorded(talk, { system: 'Answer briefly.' });
  expect(await contextsOf(file)).toEqual(sent);
  expect(sent).toHaveLength(30);
});

test('[HIS-5] summaries that a model wrote are given again', async () => {
  const { file, sent } = await recorded(talk, {
    summarizer: byModel,
    compaction: { prepareAt: 1 },
  });
  const { calls } = await replaySession(file).all();
  expect(calls.map(({ context }) => context?.messages)).toEqual(sent);
  expect(calls.some(({ hasPlaceholder }) => hasPlaceholder)).toBe(false);
  expect(JSON.stringify(sent.at(-1))).toContain('were discussed, one by one');
});

test('[HIS-5] a labelled placeholder stands for a summary that was not recorded', async () => {
  const { file } = await recorded(talk, { summarizer: byModel });
  const { calls } = await replaySession(file, { budget: fixedBudget(700) }).all();
  const withOne = calls.filter(({ hasPlaceholder }) => hasPlaceholder);
  expect(withOne.length).toBeGreaterThan(0);
  const text = JSON.stringify(withOne[0]?.context);
  expect(text).toMatch(/Placeholder: the summary of messages #\d+ to #\d+ was not recorded\./);
});

test('[HIS-5] the same file and settings give the same calls, whatever was said (seed 20261123)', async () => {
  await fc.assert(
    fc.asyncProperty(
      arbitraryConversation,
      fc.integer({ min: 200, max: 2_000 }),
      async (messages, tokens) => {
        const options: ReplayOptions = { budget: fixedBudget(tokens) };
        const [one, two] = [replaySession(messages, options), replaySession(messages, options)];
        const [{ calls }, other] = [await one.all(), await two.all()];
        expect(JSON.stringify(calls)).toBe(JSON.stringify(other.calls));
        for (const { context, plan, refused } of calls) {
          expect(grammarFaults(context?.messages ?? [])).toEqual([]);
          expect(refused !== undefined || plan.totalTokens <= tokens).toBe(true);
        }
      },
    ),
    { seed: 20261123, numRuns: 25 },
  );
});

test('[HIS-5] a call stands ahead of each message of the model, and knows nothing of it', async () => {
  const { calls, entries, figures } = await replaySession(talk, { contextWindow: 8_000 }).all();
  expect(calls.map(({ answerSeq }) => answerSeq)).toEqual(
    talk.flatMap((_, seq) => (seq % 2 ? [seq] : [])),
  );
  expect(calls.every(({ plan, answerSeq }) => plan.transcriptLength === answerSeq)).toBe(true);
  expect(entries).toHaveLength(60);
  expect(figures).toMatchObject({ calls: 30, refusedCalls: 0 });
  expect(calls[4]?.explain(entries[0]?.id ?? '')?.rule).toBe('ANCHOR_PROTECTED');
  expect(calls[4]?.explain(entries[30]?.id ?? '')).toBeUndefined();
});

test('[HIS-5] other settings give other plans of the same session', async () => {
  const { file } = await recorded(talk, {});
  const wide = await replaySession(file, { contextWindow: 64_000 }).all();
  const narrow = await replaySession(file, {
    budget: fixedBudget(900),
    policy: slidingWindow({ messages: 4 }),
  }).all();
  expect(wide.figures).toMatchObject({ compactions: 0, cacheBreaks: 0 });
  expect(narrow.figures.compactions).toBeGreaterThan(0);
  expect(narrow.figures.mostTokens).toBeLessThanOrEqual(900);
  const compacted = narrow.calls.filter(({ compactions }) => compactions.length > 0);
  expect(compacted[0]?.compactions[0]?.startedAtMs).toBe(compacted[0]?.atMs);
});

test('[HIS-5] messages may be in any format, and are sent in any', async () => {
  const toolUse = { type: 'tool_use', id: 'c1', name: 'get_order', input: { id: 'ZFA04Y' } };
  const result = { type: 'tool_result', tool_use_id: 'c1', content: 'Sent on Monday.' };
  const messages = [
    { role: 'user', content: 'Where is it?' },
    { role: 'assistant', content: [toolUse] },
    { role: 'user', content: [result] },
    { role: 'assistant', content: 'On its way.' },
  ];
  const { calls } = await replaySession(
    { messages, format: anthropic },
    { contextWindow: 8_000, format: anthropic },
  ).all();
  expect(calls).toHaveLength(2);
  expect(calls[1]?.context?.messages).toMatchObject(
    messages.slice(0, 3).map(({ role }) => ({ role })),
  );
  const named = replaySession(messages, { contextWindow: 8_000 });
  await expect(named.all()).rejects.toThrow(/Anthropic message/);
});

test('[HIS-5] blocks of one answer that were streamed apart are one call', async () => {
  const messages = [
    { role: 'user', parts: [{ type: 'text', text: 'Add 2 and 3.' }] },
    {
      id: 'm1',
      role: 'assistant',
      parts: [{ type: 'thinking', text: 'A sum.' }],
      providerMessageId: 'm',
    },
    {
      role: 'assistant',
      parts: [{ type: 'tool-call', callId: 'c1', toolName: 'add', arguments: '{}' }],
      providerMessageId: 'm',
    },
    { role: 'tool', parts: [{ type: 'tool-result', callId: 'c1', text: '5' }] },
    { role: 'assistant', parts: [{ type: 'text', text: '5.' }] },
  ];
  const { calls } = await replaySession(messages, { contextWindow: 8_000 }).all();
  expect(calls.map(({ answerSeq }) => answerSeq)).toEqual([1, 4]);
});

test('[HIS-5] a context that does not fit is a call that was refused, and the replay goes on', async () => {
  const messages: readonly OpenAiMessage[] = [
    { role: 'user', content: 'Hello.' },
    { role: 'assistant', content: 'Hello!' },
    { role: 'user', content: 'word '.repeat(2_000) },
    { role: 'assistant', content: 'That was long.' },
    { role: 'user', content: 'Yes.' },
    { role: 'assistant', content: 'Yes.' },
  ];
  const { calls, figures } = await replaySession(messages, { budget: fixedBudget(600) }).all();
  expect(calls.map(({ refused }) => refused?.code)).toEqual([
    undefined,
    'CONTEXT_OVERFLOW',
    undefined,
  ]);
  expect(calls[1]?.plan.isRefused).toBe(true);
  expect(calls[1]?.context).toBeUndefined();
  expect(figures.refusedCalls).toBe(1);
});

test('[HIS-5] an abort ends it with its reason, and other work has its turn meanwhile', async () => {
  const abort = aSimulatedAbort();
  let turns = 0;
  const others = (async () => {
    while (!abort.signal.aborted) {
      turns += 1;
      await nextTask();
    }
  })();
  const long = Array.from({ length: 10 }, () => talk).flat();
  const replay = replaySession(long, { budget: fixedBudget(2_000), signal: abort.signal });
  const calls = (async () => {
    for await (const { call } of replay) if (call === 200) abort.abort(new Error('enough'));
  })();
  await expect(calls).rejects.toThrow('enough');
  await others;
  expect(turns).toBeGreaterThan(5);
});

test('[HIS-5] each iteration begins anew, and all is replayed once', async () => {
  const replay = replaySession(talk, { contextWindow: 8_000 });
  const firsts: number[] = [];
  for (let round = 0; round < 2; round += 1) {
    for await (const { call } of replay) {
      firsts.push(call);
      break;
    }
  }
  expect(firsts).toEqual([1, 1]);
  expect(await replay.all()).toBe(await replay.all());
});

test('[HIS-5] what cannot be replayed is refused in words', async () => {
  expect(() => replaySession(talk, { store: inMemoryStore() } as never)).toThrow(/`store`/);
  expect(() => replaySession(talk, { compaction: { prepareAt: 0.5 } })).toThrow(/prepareAt/);
  await expect(replaySession(talk).all()).rejects.toThrow(/`contextWindow` is missing/);
  await expect(replaySession({} as never, { contextWindow: 8_000 }).all()).rejects.toThrow(
    /`file`/,
  );
  const broken = { format: 'agent-memory-session', version: 1 } as never;
  await expect(replaySession(broken).all()).rejects.toThrow(/exportedAtMs/);
});

test('[HIS-5] figures of a model whose encoding is at hand are counted from the first call on', async () => {
  const { calls } = await replaySession(talk.slice(0, 6), {
    contextWindow: 8_000,
    model: 'gpt-4o',
  }).all();
  expect(calls.map(({ plan }) => plan.tokenSource)).toEqual(['counted', 'counted', 'counted']);
});

test('[HIS-5] branches that were left are not replayed', async () => {
  const store = inMemoryStore();
  const memory = createAgentMemory({ id: 'had', contextWindow: 8_000, store });
  const [first] = await memory.append([...talk.slice(0, 4)]);
  await memory.append(
    { role: 'assistant', content: 'Another answer.' },
    { after: first?.id ?? null },
  );
  await memory.dispose();
  const { entries } = await replaySession(await sessionCatalog(store).export('had'), {
    contextWindow: 8_000,
  }).all();
  expect(entries).toHaveLength(2);
});

test('[HIS-5] [MSG-4] the items of one answer are one call of the model', async () => {
  const call = { type: 'function_call', name: 'find', arguments: '{}' };
  const output = { type: 'function_call_output', output: 'ok' };
  const messages = [
    { role: 'user', content: 'Find a train.' },
    { type: 'reasoning', id: 'rs_1', summary: [] },
    { ...call, id: 'fc_1', call_id: 'a' },
    { ...call, id: 'fc_2', call_id: 'b' },
    { ...output, call_id: 'a' },
    { ...output, call_id: 'b' },
    { role: 'assistant', content: 'Three.' },
  ];
  const recorded = { messages, format: openAiResponses };
  const { calls } = await replaySession(recorded, { contextWindow: 8_000 }).all();
  expect(calls.map(({ answerSeq }) => answerSeq)).toEqual([1, 6]);
});

test('the system text of a request is replayed in blocks too, and none is left out in silence', async () => {
  const messages = [
    { role: 'user', content: 'Hi' },
    { role: 'assistant', content: 'Hello' },
  ];
  const system = [{ text: 'Be brief.' }, { text: 'Be kind.' }];
  const { calls } = await replaySession({ messages, system }, { contextWindow: 8_000 }).all();
  expect(JSON.stringify(calls)).toContain('Be brief.\\n\\nBe kind.');
  const lost = { messages, systemInstruction: { parts: [{ text: 'Be brief.' }] } };
  await expect(replaySession(lost, { contextWindow: 8_000 }).all()).rejects.toThrow(
    /give its text as `system`/,
  );
});
