import { extractiveSummarizer, type SummaryRequest } from '@agent-memory/core';
import { expect, test } from 'vitest';
import type { ChatModel } from '../chat/chat-model.ts';
import { openAiCompatible } from '../endpoint/open-ai-compatible.ts';
import { fallback } from '../fallback/fallback.ts';
import { metered } from '../metering/metered.ts';
import { aChat } from '../testing/a-chat.ts';
import { aStrictChatServer, linesInBrief } from '../testing/a-strict-chat-server.ts';
import { chunk, DONE, words } from '../testing/events.ts';
import { refusing, stalling, streaming } from '../testing/local-server.ts';
import { modelSummarizer } from './model-summarizer.ts';
import { SummaryRejectedError } from './summary-rejected-error.ts';

const count = (text: string): number => Math.ceil(text.length / 4);

const REQUEST: SummaryRequest = {
  sources: [
    { seq: 3, role: 'user', text: 'Please rebook order ZFA04Y to 2026-05-20, on the early train.' },
    {
      seq: 4,
      role: 'assistant',
      text: '',
      toolName: 'rebook',
      toolArguments: ['{"order":"ZFA04Y","to":"2026-05-20"}'],
    },
    { seq: 5, role: 'tool', toolName: 'rebook', text: 'ok, seat 14C, train ICE 571' },
  ],
  maxTokens: 200,
  count,
};

const GOOD = 'The user wanted order ZFA04Y moved to 2026-05-20; it was.';

async function aSummarizer(...answers: readonly string[]) {
  const chat = await aChat(answers.map((answer) => streaming(words(answer), DONE)));
  const bodies = () => chat.server.requests.map(({ body }) => JSON.parse(body));
  return { ...chat, bodies, summarizer: modelSummarizer(chat.model) };
}

test('[MOD-1] a model writes the summary of what leaves', async () => {
  const { summarizer, bodies } = await aSummarizer(GOOD);
  const summary = await summarizer.summarize(REQUEST, {});
  expect(summary).toEqual({ madeBy: 'small', fromSeq: 3, toSeq: 5, text: GOOD });
  expect(bodies()).toMatchObject([{ temperature: 0, max_tokens: 200 }]);
  expect(bodies()[0].messages[1].content).toContain(
    'calls rebook with {"order":"ZFA04Y","to":"2026-05-20"}\n\ntool rebook: ok, seat 14C',
  );
});

test('[MOD-7] each request is asked for first, and none goes out once that is refused', async () => {
  const { summarizer, bodies } = await aSummarizer('Order ZFA04X was moved.', GOOD);
  let left = 1;
  const mayCall = () => {
    left -= 1;
    return left >= 0;
  };
  // The first answer invents a value, so that it would be asked for once more.
  await expect(summarizer.summarize(REQUEST, { mayCall })).rejects.toThrow('spending');
  expect(bodies()).toHaveLength(1);
});

test('[MOD-1] requests are of the background', async () => {
  const urgencies: unknown[] = [];
  const summarizer = modelSummarizer({
    name: 'local',
    chat: async ({ urgency }) => {
      urgencies.push(urgency);
      return { text: GOOD, thinking: '', toolCalls: [], unreadable: 0 };
    },
  });
  await summarizer.summarize(REQUEST, {});
  expect(urgencies).toEqual(['background']);
});

test('[CMP-10] the summary so far and what is new become one, over the range of both', async () => {
  const { summarizer, bodies } = await aSummarizer(`Mira travels alone. ${GOOD}`);
  const previous = { madeBy: 'x', fromSeq: 0, toSeq: 2, text: 'Mira travels alone.' };
  const summary = await summarizer.summarize({ ...REQUEST, previous }, {});
  expect(summary).toMatchObject({ fromSeq: 0, toSeq: 5 });
  expect(bodies()[0].messages[1].content).toMatch(
    /^<earlier-summary>\nMira travels alone\.\n<\/earlier-summary>\n\n<quoted-conversation>/,
  );
});

test('[MOD-4] thoughts, lead-ins and fences are no part of the summary', async () => {
  const { summarizer } = await aSummarizer(
    `<think>Short!</think>Here is the summary:\n\`\`\`\n${GOOD}\n\`\`\``,
  );
  expect((await summarizer.summarize(REQUEST, {})).text).toBe(GOOD);
});

test('[MOD-4] a made-up value is told to the model, which may write again', async () => {
  const { summarizer, bodies } = await aSummarizer('Order ZFA04X was moved to 2026-05-20.', GOOD);
  expect((await summarizer.summarize(REQUEST, {})).text).toBe(GOOD);
  const [first, second] = bodies().map(({ messages }) => messages[1].content);
  expect(second.startsWith(first)).toBe(true);
  expect(second).toContain('Your last attempt said "ZFA04X"');
});

test('[MOD-4] a value made up twice is a failure that names it', async () => {
  const { summarizer, server } = await aSummarizer('Order ZFA04X was moved.');
  const summary = summarizer.summarize(REQUEST, {});
  await expect(summary).rejects.toThrow('it says "ZFA04X", which the conversation does not');
  await expect(summary).rejects.toBeInstanceOf(SummaryRejectedError);
  await expect(summary).rejects.toMatchObject({ invented: ['ZFA04X'] });
  expect(server.requests).toHaveLength(2);
});

test('[MOD-4] of an answer with a value made up twice the true sentences are taken', async () => {
  const { summarizer, server } = await aSummarizer(`${GOOD} Order ZFA04X was moved.`);
  expect((await summarizer.summarize(REQUEST, {})).text).toBe(GOOD);
  expect(server.requests).toHaveLength(2);
});

test('[MOD-4] of two answers that make up values the one with more that is true is taken', async () => {
  const { model } = await aChat([
    streaming(words('Order ZFA04X was moved. The early train was wanted.'), DONE),
    streaming(words(`${GOOD} Order ZFA04Z was moved.`), DONE),
  ]);
  expect((await modelSummarizer(model).summarize(REQUEST, {})).text).toBe(GOOD);
});

test('[MOD-4] a second answer that is no summary leaves what is true of the first', async () => {
  const { model } = await aChat([
    streaming(words(`${GOOD} Order ZFA04X was moved.`), DONE),
    streaming(words('The order is late. '.repeat(20)), DONE),
  ]);
  expect((await modelSummarizer(model).summarize(REQUEST, {})).text).toBe(GOOD);
});

test('[MOD-4] an answer about nothing of the conversation is thrown away', async () => {
  const { summarizer, server } = await aSummarizer(
    'Hello! This reply comes from a very small model that runs the real engine in your browser.',
  );
  const text = `${REQUEST.sources.map((source) => source.text).join(' ')} Twelve guests travel together from Lisbon towards Porto, changing trains once, carrying instruments, wanting window seats, vegetarian breakfast, wheelchair places and insurance against delays.`;
  const request = { ...REQUEST, sources: [{ seq: 0, role: 'user', text } as const] };
  await expect(summarizer.summarize(request, {})).rejects.toThrow('speaks of other things: "Hello');
  expect(server.requests).toHaveLength(1);
});

test.each([
  ['goes round in circles', 'The order is late. '.repeat(20), 'it repeated itself'],
  ['says no word', '...', 'it answered without a word'],
  ['is nothing but a lead-in', '<think>Hm</think>', 'it has no whole sentence'],
  ['grows', `The user asked. ${'It is a long and winding story. '.repeat(3)}`.repeat(5), 'it'],
])('[MOD-4] an answer that %s is thrown away, and not asked for again', async (_, answer, why) => {
  const { summarizer, server } = await aSummarizer(answer);
  await expect(summarizer.summarize(REQUEST, {})).rejects.toThrow(
    `The summary was thrown away: ${why}`,
  );
  expect(server.requests).toHaveLength(1);
});

test('[MOD-4] the conversation given back is thrown away', async () => {
  const text = Array.from(
    { length: 12 },
    (_, index) => `On day ${index} they spoke about the number of guests and what to cook.`,
  ).join(' ');
  const { summarizer } = await aSummarizer(text.slice(0, 600));
  const request = { ...REQUEST, sources: [{ seq: 0, role: 'user', text } as const] };
  await expect(summarizer.summarize(request, {})).rejects.toThrow('gave the conversation back');
});

test('[CMP-10] an answer over its bound is cut at the end of a sentence', async () => {
  const { summarizer } = await aSummarizer(`${GOOD} The early train was wanted and taken by all`);
  const summary = await summarizer.summarize({ ...REQUEST, maxTokens: 20 }, {});
  expect(summary.text).toBe(GOOD);
});

test('[CMP-10] an answer that the server cut ends with its last whole sentence', async () => {
  const cut = chunk({ content: `${GOOD} The early tr` }, 'length');
  const { model } = await aChat([streaming(cut, DONE)]);
  expect((await modelSummarizer(model).summarize(REQUEST, {})).text).toBe(GOOD);
});

test('[CMP-10] what says nothing asks nobody', async () => {
  const { summarizer, server } = await aSummarizer(GOOD);
  const previous = { madeBy: 'x', fromSeq: 0, toSeq: 2, text: 'Mira travels alone.' };
  const sources = [{ seq: 3, role: 'user', text: ' ' }] as const;
  const summary = await summarizer.summarize({ ...REQUEST, sources, previous }, {});
  expect(summary).toMatchObject({ text: 'Mira travels alone.', fromSeq: 0, toSeq: 3 });
  expect(server.requests).toEqual([]);
});

test('[MOD-3] the error of the model is passed on', async () => {
  const { model } = await aChat([refusing(503, 'busy')]);
  const summary = modelSummarizer(model).summarize(REQUEST, {});
  await expect(summary).rejects.toMatchObject({ code: 'MODEL_SERVER_FAULT' });
});

test('[MOD-3] an abort ends the request with the reason', async () => {
  const { model, server } = await aChat([stalling(words('The user '))]);
  const controller = new AbortController();
  const arrived = server.nextRequest();
  const summary = modelSummarizer(model).summarize(REQUEST, { signal: controller.signal });
  const request = await arrived;
  controller.abort(new Error('the user left'));
  await expect(summary).rejects.toThrow('the user left');
  await request.closed;
});

test('[MOD-4] a model that counts more tokens than the session is asked with less, from then on', async () => {
  const server = await aStrictChatServer({
    window: 4_096,
    count: (text) => Math.ceil(text.length / 2),
    answer: linesInBrief,
  });
  const model = openAiCompatible({ baseUrl: server.baseUrl, model: 'small' });
  const summarizer = modelSummarizer(model);
  const sources = Array.from({ length: 80 }, (_, seq) => ({
    seq,
    role: seq % 2 === 0 ? ('user' as const) : ('assistant' as const),
    text: `Point ${seq} of the plan is about the harbour, and ${'much is said of it '.repeat(8)}`,
  }));
  const request = { ...REQUEST, sources };
  expect((await summarizer.summarize(request, {})).text).toContain('Point 0 of the plan');
  const refused = server.refusals();
  expect(refused).toBeGreaterThan(0);
  await summarizer.summarize(request, {});
  expect(server.refusals()).toBe(refused);
});

test('[OBS-3] what is no chat model is refused', () => {
  expect(() => modelSummarizer(undefined as never)).toThrow('`chatModel`');
});

test('[MOD-4] a window that the rules fill alone is refused, with the figures', async () => {
  const model = openAiCompatible({
    baseUrl: 'http://localhost:1/v1',
    model: 'small',
    contextWindow: 1_024,
  });
  const summarizer = modelSummarizer(model);
  const dear = { ...REQUEST, count: (text: string) => text.length };
  await expect(summarizer.summarize(dear, {})).rejects.toThrow(
    /`contextWindow` leaves no room for a summary: of 1024 tokens a request takes \d+/,
  );
});

test('[CMP-13] a summariser has the time of its model, through metering and chains', () => {
  const server = openAiCompatible({ baseUrl: 'http://localhost:1/v1', model: 'small' });
  const slow: ChatModel = { name: 'slow', timeoutMs: 600_000, chat: server.chat };
  const wrapped = metered(slow, { onCall: () => undefined });
  expect(modelSummarizer(wrapped).timeoutMs).toBe(600_000);
  expect(modelSummarizer(fallback([server, slow])).timeoutMs).toBe(600_000);
  expect(fallback([modelSummarizer(server), modelSummarizer(slow)]).timeoutMs).toBe(600_000);
  expect(modelSummarizer(server).timeoutMs).toBeUndefined();
  expect(fallback([modelSummarizer(server), extractiveSummarizer]).timeoutMs).toBeUndefined();
});
