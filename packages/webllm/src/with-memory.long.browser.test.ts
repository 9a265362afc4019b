import { createAgentMemory, type OpenAiMessage } from '@agent-memory/core';
import { type ChatModel, fallback, modelSummarizer } from '@agent-memory/models';
import { afterEach, describe, expect, inject, onTestFinished, test } from 'vitest';
import { CACHE_NAMES } from './files/model-files.ts';
import {
  aModel,
  aServer,
  breakableWorkers,
  HELLO,
  LONG_ANSWER,
  SENTENCE,
} from './testing/a-model.ts';

const isHere = inject('hasTinyModel');
const shared = aServer().record();
const SUMMARY = 'Order K7 goes to the harbour office, and the customs form is sent ahead.';

afterEach(async () => {
  await Promise.all(CACHE_NAMES.map((name) => caches.delete(name)));
});

const CONVERSATION = [
  'My name is Ana. Order K7 stands in the warehouse at the station, and nobody there can lift it.',
  'Then it can be moved to the harbour office. They have a crane, and they open before breakfast.',
  'The harbour is fine. The lorry may cross the bridge only with papers for dangerous goods, I think.',
  'For order K7 no such papers are wanted. A customs form is enough, and it can be sent ahead by mail.',
  'Please send the form ahead. My colleague Bruno signs everything; I am on holiday from Thursday on.',
  'Bruno gets the form. The insurance wants photographs of each corner before anything is lifted.',
  'He takes the photographs tomorrow with the old camera, because telephones are forbidden inside.',
  'Noted: photographs tomorrow, of each corner, with the camera. The crane is ours until noon.',
  'If it rains, the crane may not work. Is there a roof, or another day without higher charges?',
  'There is a roof over half of the quay. Another day costs nothing as long as we say so by Friday.',
  'Good, then we decide on Friday. Tell the warehouse that Bruno brings the key himself.',
  'The warehouse knows that Bruno brings the key, and that the lorry comes behind him.',
].map(
  (content, index): OpenAiMessage => ({ role: index % 2 === 0 ? 'user' : 'assistant', content }),
);

/** A run of an agent, whose tool was asked once. */
const RUN: readonly OpenAiMessage[] = [
  {
    role: 'user',
    content: 'Is the crane free on Thursday, before the office at the harbour opens?',
  },
  {
    role: 'assistant',
    content: null,
    tool_calls: [
      { id: 'call-crane', type: 'function', function: { name: 'look_up_crane', arguments: '{}' } },
    ],
  },
  { role: 'tool', tool_call_id: 'call-crane', content: 'Free until noon, then taken.' },
  { role: 'assistant', content: 'The crane is free until noon on Thursday.' },
];

/** A memory with a conversation of which half leaves at the next compaction. */
async function aMemory(chatModel: ChatModel) {
  const summarizer = modelSummarizer(chatModel);
  const memory = createAgentMemory({
    id: 'desk',
    contextWindow: 1_400,
    summarizer,
  });
  onTestFinished(() => memory.dispose());
  // Twice, so that a window in which a summary has room is filled.
  await memory.append([...CONVERSATION, ...CONVERSATION, { role: 'user', content: 'And now?' }]);
  return memory;
}

/** The memory has all that was said, and a context that ends with what was said last. */
async function expectWhole(memory: Awaited<ReturnType<typeof aMemory>>) {
  const originals = await memory.messages();
  expect(originals.slice(0, CONVERSATION.length)).toEqual(CONVERSATION);
  const { messages, plan } = await memory.assemble();
  expect(messages.at(-1)).toEqual(originals.at(-1));
  expect(plan.freeTokens).toBeGreaterThanOrEqual(0);
}

/** The model, whose answers can only be the one summary. */
function boundToSummary(model: ChatModel): ChatModel {
  return {
    name: model.name,
    timeoutMs: model.timeoutMs,
    get speed() {
      return model.speed;
    },
    chat: async (request) => {
      const answerSchema = {
        type: 'object',
        properties: { summary: { enum: [SUMMARY] } },
        required: ['summary'],
      };
      const reply = await model.chat({ ...request, answerSchema, maxTokens: 200 });
      return { ...reply, text: JSON.parse(reply.text).summary };
    },
  };
}

describe.skipIf(!isHere)(`a memory with web-llm, ${inject('needsTinyModel')}`, () => {
  test('[MOD-4] the tiny model’s one sentence is no summary: the extractive one stands in', async () => {
    const memory = await aMemory(aModel({ model: shared, download: 'allowed' }));
    await memory.compact();
    expect(memory.getState().compactions).toMatchObject([{ summariser: 'extractive' }]);
    expect(memory.getState().degraded).toMatchObject([
      { code: 'SUMMARIZER_FAILED', message: expect.stringContaining('speaks of other things') },
    ]);
    await expectWhole(memory);
  });

  test('[CMP-10] held to a schema it writes the summary that is wanted; that commits, and the next run of an agent uses it', async () => {
    const model = aModel({ model: shared });
    await model.load();
    const memory = await aMemory(boundToSummary(model));
    await memory.append(RUN);
    await memory.compact();
    expect(memory.getState()).toMatchObject({
      compactions: [{ summariser: 'tiny' }],
      degraded: [],
    });
    expect(model.speed?.writesPerSecond).toBeGreaterThan(0);
    await expectWhole(memory);
    for (const message of RUN) {
      await memory.append(message);
      if (message.role === 'assistant') continue;
      await expectWhole(memory);
      const { messages } = await memory.assemble();
      expect(JSON.stringify(messages)).toContain(SUMMARY);
    }
  });

  test('[MOD-1] the user’s message goes before a summary that is being written, which commits behind it', async () => {
    const model = aModel({ model: shared });
    await model.load();
    const memory = await aMemory(boundToSummary(model));
    const order: string[] = [];
    const isWriting = new Promise<void>((resolve) => {
      model.subscribe(() => model.status.phase === 'answering' && resolve());
    });
    const compacting = memory.compact().then(() => order.push('summary'));
    await isWriting;
    const reply = await model.chat({ ...HELLO, onDelta: () => order.push('word') });
    expect(reply.text).toBe(SENTENCE);
    order.push('answer');
    await compacting;
    expect(order.slice(-2)).toEqual(['answer', 'summary']);
    expect(order).toContain('word');
    expect(memory.getState().compactions).toMatchObject([{ summariser: 'tiny' }]);
  });

  test.each([
    ['its device is lost', 'MODEL_DEVICE_LOST', (broken) => broken.say('destroy-device')],
    ['its worker is killed', 'MODEL_ENGINE_LOST', (broken) => broken.kill()],
  ] as const satisfies readonly (readonly [
    string,
    string,
    (broken: ReturnType<typeof breakableWorkers>) => void,
  ])[])(
    '[MOD-3] %s in the midst of a summary: the extractive one commits, nothing is lost, and the next summary is the model’s',
    async (_, code, breakIt) => {
      const broken = breakableWorkers();
      const model = aModel({ model: shared, worker: broken.worker });
      await model.load();
      let isBroken = false;
      const failures: unknown[] = [];
      const breaking: ChatModel = {
        name: model.name,
        chat: (request) => {
          if (isBroken) return boundToSummary(model).chat(request);
          isBroken = true;
          const onDelta = (): void => breakIt(broken);
          return model
            .chat({ ...request, ...LONG_ANSWER, urgency: 'user', onDelta })
            .catch((error: unknown) => {
              failures.push(error);
              throw error;
            });
        },
      };
      const memory = await aMemory(breaking);
      await memory.compact();
      expect(failures).toMatchObject([{ code }]);
      expect(memory.getState().compactions).toMatchObject([{ summariser: 'extractive' }]);
      expect(memory.getState().degraded).toMatchObject([{ code: 'SUMMARIZER_FAILED' }]);
      await expectWhole(memory);
      await memory.append([...CONVERSATION, { role: 'user', content: 'And then?' }]);
      await memory.compact();
      expect(memory.getState().compactions.at(-1)).toMatchObject({ summariser: 'tiny' });
      expect(memory.getState().degraded).toEqual([]);
      await expectWhole(memory);
    },
  );

  test('[MOD-3] a model that is not there leaves the word to the next of the chain', async () => {
    const missing = aModel({ model: 'no-such-model', download: 'allowed' });
    const present = aModel({ model: shared, download: 'allowed' });
    const chain = fallback([missing, boundToSummary(present)]);
    const memory = await aMemory(chain);
    await memory.compact();
    expect(chain.status).toMatchObject({
      taken: 'tiny',
      passedOver: [{ error: { code: 'MODEL_NOT_FOUND' } }],
    });
    expect(memory.getState().degraded).toEqual([]);
    await expectWhole(memory);
  });
});
