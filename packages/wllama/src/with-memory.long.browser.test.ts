import { createAgentMemory, type OpenAiMessage } from '@agent-memory/core';
import { modelSummarizer } from '@agent-memory/models';
import { afterEach, describe, expect, inject, onTestFinished, test } from 'vitest';
import { clearKept } from './testing/a-model.ts';
import type {} from './testing/gguf-server-setup.ts';
import { wllama } from './wllama.ts';

const url = inject('ggufServerUrl');

/** The words of the user, the tool that the agent asked, its result, and the agent's answer. */
type Run = readonly [asked: string, tool: string, result: string, answer: string];

const RUNS: readonly Run[] = [
  [
    'Find a train from Berlin to Gdansk for our choir in May. Two of us use a wheelchair.',
    'search_trains',
    'Three trains run each day. The morning train has places for wheelchairs and a ramp. The evening train has no ramp. Groups pay less than single travellers.',
    'The morning train suits you: it has a ramp and places for wheelchairs. Shall I hold the seats?',
  ],
  [
    'Yes, hold the seats on the morning train, and look for a hostel near the church.',
    'search_hostels',
    'Hostel Zuraw lies near the church. It has breakfast and a room with a wide door on the ground floor. Hostel Motlawa has stairs at the entrance and no lift.',
    'The seats are held. Hostel Zuraw is near the church and has a room with a wide door; Motlawa has stairs, so I left it out.',
  ],
  [
    'Book Zuraw for three nights. Jonas must not eat nuts, please write that to the kitchen.',
    'book_hostel',
    'Booked for three nights. The kitchen has the note about nuts and answers by Friday. Cancellation is free until the first of April, and after that the first night has to be paid.',
    'Zuraw is booked for three nights, and the kitchen knows about Jonas and the nuts. You can cancel free of charge until the first of April. Is there anything else that I should ask them?',
  ],
  [
    'Ask the church whether we may sing there on the second evening. The sound is good for old music.',
    'ask_church',
    'The church is free on the second evening from seven to nine. The organist asks for a list of the pieces two weeks ahead. The heating is not included, and candles are not allowed.',
    'You may sing there on the second evening from seven to nine. The organist wants the list of pieces two weeks ahead, and candles are not allowed. Shall I send the list for you?',
  ],
];

/** One run of an agent, message by message. */
function runOf([asked, tool, result, answer]: Run): readonly OpenAiMessage[] {
  const id = `call-${tool}`;
  const call = { id, type: 'function', function: { name: tool, arguments: '{}' } } as const;
  return [
    { role: 'user', content: asked },
    { role: 'assistant', content: null, tool_calls: [call] },
    { role: 'tool', tool_call_id: id, content: result },
    { role: 'assistant', content: answer },
  ];
}

afterEach(() => clearKept());

describe.skipIf(!inject('hasRealGguf'))(`a memory with SmolLM2, ${inject('needsRealGguf')}`, () => {
  test('[CMP-10] a small language model summarises the runs of an agent, its summary commits, and the next run uses it', async () => {
    const model = wllama({
      model: `${url}/run-${crypto.randomUUID()}/real/smollm2.gguf`,
      name: 'SmolLM2',
      contextWindow: 1_024,
    });
    onTestFinished(() => model.dispose());
    await model.load();
    const memory = createAgentMemory({
      id: 'choir',
      contextWindow: 1_000,
      summarizer: modelSummarizer(model),
      // A core that others use as well reads for minutes.
      compaction: { summaryTimeoutMs: Number.POSITIVE_INFINITY },
    });
    onTestFinished(() => memory.dispose());
    const said = RUNS.flatMap(runOf);
    await memory.append(said);
    const record = await memory.compact();
    expect(memory.getState().degraded).toEqual([]);
    expect(record).toMatchObject({ summariser: 'SmolLM2' });
    expect(model.speed?.readsPerSecond).toBeGreaterThan(0);
    const archived = await memory.archived();
    const summary = archived?.summary?.text ?? '';
    expect(summary).not.toBe('');

    const next = runOf(['May we cook there?', 'ask_hostel', 'There is a kitchen.', 'Yes.']);
    for (const message of next) {
      await memory.append(message);
      if (message.role === 'assistant') continue;
      const { messages, plan } = await memory.assemble();
      expect(JSON.stringify(messages)).toContain(JSON.stringify(summary).slice(1, -1));
      expect(messages.at(-1)).toMatchObject(message);
      expect(plan.freeTokens).toBeGreaterThanOrEqual(0);
    }
    expect(await memory.messages()).toMatchObject([...said, ...next]);
  });
});
