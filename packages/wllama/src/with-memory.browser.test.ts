import { createAgentMemory, type OpenAiMessage } from '@agent-memory/core';
import { modelSummarizer } from '@agent-memory/models';
import { afterEach, describe, expect, inject, onTestFinished, test } from 'vitest';
import { clearKept } from './testing/a-model.ts';
import type {} from './testing/gguf-server-setup.ts';
import { wllama } from './wllama.ts';

const url = inject('ggufServerUrl');

const SAID = [
  'Hello, I am Ewa, the treasurer of the harbour choir. We want to sing in Gdansk in May, in a church if we can, because the sound there is better for old music. We travel by train, all of us together.',
  'Good to meet you, Ewa. There is a morning train from Berlin to Gdansk without a change. It has places for wheelchairs and a ramp, and the seats can be held for your choir until the end of the month.',
  'That is good, please hold the seats. Tomas and Frau Lindner use a wheelchair, so they need the places with the ramp. Some of us want to see the cathedral on the last day, so we come back in the afternoon.',
  'The seats are held for the choir, there and back, with the ramp for Tomas and Frau Lindner. The train home leaves in the afternoon, so there is time for the cathedral. Shall I look for beds next?',
  'Yes, a hostel near the church, and with breakfast. Frau Lindner needs a room on the ground floor with a wide door. Jonas must not eat nuts, please tell the kitchen so in writing.',
  'Hostel Zuraw is near the church, and it has a room with a wide door on the ground floor. It is booked for all of you with breakfast, and I wrote to the kitchen about Jonas and the nuts.',
  'What is still to be done?',
].map(
  (content, index): OpenAiMessage => ({ role: index % 2 === 0 ? 'user' : 'assistant', content }),
);

afterEach(() => clearKept());

describe.skipIf(!inject('hasRealGguf'))(`a memory with SmolLM2, ${inject('needsRealGguf')}`, () => {
  test('[CMP-10] a small language model summarises a session, its summary commits, and the session goes on', async () => {
    const model = wllama({
      model: `${url}/run-${crypto.randomUUID()}/real/smollm2.gguf`,
      name: 'SmolLM2',
      contextWindow: 1_024,
    });
    onTestFinished(() => model.dispose());
    await model.load();
    const memory = createAgentMemory({
      id: 'choir',
      contextWindow: 800,
      summarizer: modelSummarizer(model),
      // A core that others use as well reads for minutes.
      compaction: {
        summaryTimeoutMs: Number.POSITIVE_INFINITY,
        limits: { modelSummaryPartOfDerived: 0.6 },
      },
    });
    onTestFinished(() => memory.dispose());
    await memory.append(SAID);
    await memory.compact();
    expect(memory.getState()).toMatchObject({
      compactions: [{ summariser: 'SmolLM2' }],
      degraded: [],
    });
    const next = { role: 'assistant', content: 'The insurance is still to be done.' } as const;
    await memory.append(next);
    const { messages } = await memory.assemble();
    expect(messages.at(-1)).toMatchObject(next);
    expect(await memory.messages()).toMatchObject([...SAID, next]);
  });
});
