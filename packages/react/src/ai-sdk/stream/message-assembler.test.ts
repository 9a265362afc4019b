import { readUIMessageStream, type UIMessage } from 'ai';
import { readUIMessageStream as readUIMessageStream7 } from 'ai-7';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ChatMessage } from './chat-message.ts';
import { MessageAssembler } from './message-assembler.ts';
import type { UiMessageChunk } from './ui-message-chunk.ts';

type Chunks = readonly UiMessageChunk[];

const ANSWER_ID = 'answer';

function assembled(chunks: Chunks, continued?: ChatMessage): MessageAssembler {
  const assembler = new MessageAssembler(ANSWER_ID, continued);
  for (const chunk of chunks) assembler.add(chunk);
  return assembler;
}

function streamOf(chunks: Chunks): ReadableStream {
  return new ReadableStream({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(structuredClone(chunk));
      controller.close();
    },
  });
}

/** The last message that AI SDK 6 shows for the chunks. */
async function shownBy6(chunks: Chunks, continued?: ChatMessage): Promise<unknown> {
  const message = (structuredClone(continued) ?? empty()) as UIMessage;
  let shown: unknown = message;
  for await (const next of readUIMessageStream({ message, stream: streamOf(chunks) })) shown = next;
  return shown;
}

async function shownBy7(chunks: Chunks, continued?: ChatMessage): Promise<unknown> {
  const message = (structuredClone(continued) ?? empty()) as UIMessage;
  let shown: unknown = message;
  for await (const next of readUIMessageStream7({ message, stream: streamOf(chunks) }))
    shown = next;
  return shown;
}

function empty(): ChatMessage {
  return { id: ANSWER_ID, role: 'assistant', parts: [] };
}

/** Without what was not given, and without a step that began and showed nothing yet. */
function plain(message: unknown): unknown {
  const { parts, ...rest } = JSON.parse(JSON.stringify(message)) as ChatMessage;
  const end = parts.findLastIndex(({ type }) => type !== 'step-start') + 1;
  return { ...rest, parts: parts.slice(0, end) };
}

const word = fc.constantFrom('Hello', ' there', ',', ' 12°C', '{"a":', '\n', 'é𝔘');
const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined });
const metadata = fc.dictionary(
  fc.constantFrom('model', 'usage', 'at'),
  fc.oneof(fc.integer(), fc.constant(null), fc.dictionary(fc.constantFrom('a', 'b'), fc.integer())),
);
const providerMetadata = maybe(fc.record({ maker: fc.record({ signature: word }) }));

function texts(kind: 'text' | 'reasoning'): (id: string) => fc.Arbitrary<Chunks> {
  return (id) =>
    fc
      .tuple(fc.array(word), providerMetadata, providerMetadata)
      .map(([deltas, first, last]) => [
        { type: `${kind}-start`, id, ...given({ providerMetadata: first }) },
        ...deltas.map((delta) => ({ type: `${kind}-delta`, id, delta })),
        { type: `${kind}-end`, id, ...given({ providerMetadata: last }) },
      ]);
}

function toolCall(toolCallId: string): fc.Arbitrary<Chunks> {
  const shape = fc.record({
    toolName: fc.constantFrom('weather', 'search'),
    dynamic: maybe(fc.constant(true)),
    isStreamed: fc.boolean(),
    input: fc.dictionary(fc.constantFrom('city', 'days'), fc.oneof(word, fc.nat(), fc.array(word))),
    title: maybe(word),
    providerExecuted: maybe(fc.constant(true)),
    providerMetadata,
    end: fc.constantFrom('none', 'output', 'preliminary', 'error', 'denied', 'approval'),
    output: fc.jsonValue({ maxDepth: 1 }),
  });
  return shape.map(({ isStreamed, input, end, output, ...about }) => {
    const { toolName, dynamic, title, providerExecuted } = about;
    const continued = given({ toolCallId, toolName, dynamic, title, providerExecuted });
    const text = JSON.stringify(input);
    const middle = Math.floor(text.length / 2);
    const deltas = [text.slice(0, middle), text.slice(middle)];
    return [
      ...(isStreamed ? [{ type: 'tool-input-start', ...continued }] : []),
      ...(isStreamed ? deltas : []).map((inputTextDelta) => ({
        type: 'tool-input-delta',
        toolCallId,
        inputTextDelta,
      })),
      { type: 'tool-input-available', input, ...continued, ...given(about) },
      ...endOfCall(toolCallId, end, output),
    ];
  });
}

function endOfCall(toolCallId: string, end: string, output: unknown): Chunks {
  const answer = { type: 'tool-output-available', toolCallId, output };
  const request = { type: 'tool-approval-request', toolCallId, approvalId: `may ${toolCallId}` };
  switch (end) {
    case 'output':
      return [answer];
    case 'preliminary':
      return [{ ...answer, preliminary: true }, answer];
    case 'error':
      return [{ type: 'tool-output-error', toolCallId, errorText: 'no such city' }];
    case 'denied':
      return [request, { type: 'tool-output-denied', toolCallId }];
    case 'approval':
      return [request];
    default:
      return [];
  }
}

const loose: fc.Arbitrary<Chunks> = fc.oneof(
  fc.constant([{ type: 'file', url: 'data:text/plain,Hi', mediaType: 'text/plain' }]),
  fc.constant([
    { type: 'source-url', sourceId: 's', url: 'https://example.org', title: 'Example' },
  ]),
  fc
    .record({ id: maybe(fc.constantFrom('x', 'y')), data: fc.integer() })
    .map((part) => [{ type: 'data-progress', ...given(part) }]),
  fc.constant([{ type: 'data-progress', data: 'gone', transient: true }]),
  metadata.map((messageMetadata) => [{ type: 'message-metadata', messageMetadata }]),
);

function given(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

/** Blocks of one step, each in its order, side by side as chance has it. */
function step(name: string): fc.Arbitrary<Chunks> {
  const kinds = [texts('text'), texts('reasoning'), toolCall, () => loose];
  const blocks = fc
    .array(fc.nat({ max: kinds.length - 1 }), { maxLength: 4 })
    .chain((picked) =>
      fc.tuple(...picked.map((kind, index) => kinds[kind]?.(`${name}.${index}`) ?? loose)),
    );
  return fc
    .tuple(blocks, fc.array(fc.nat(), { minLength: 40, maxLength: 40 }))
    .map(([left, order]) => [
      { type: 'start-step' },
      ...interleaved(left, order),
      { type: 'finish-step' },
    ]);
}

function interleaved(blocks: readonly Chunks[], order: readonly number[]): Chunks {
  const queues = blocks.map((block) => [...block]);
  const chunks: UiMessageChunk[] = [];
  for (let turn = 0; queues.some(({ length }) => length > 0); turn += 1) {
    const waiting = queues.filter(({ length }) => length > 0);
    const next = waiting[(order[turn % order.length] ?? 0) % waiting.length]?.shift();
    if (next) chunks.push(next);
  }
  return chunks;
}

const start = fc.record({
  messageId: maybe(fc.constant('from the server')),
  messageMetadata: maybe(metadata),
});
const finish = fc.record({ messageMetadata: maybe(metadata) });
const stream: fc.Arbitrary<Chunks> = fc
  .tuple(start, step('1'), step('2'), finish)
  .map(([first, one, two, last]) => [
    { type: 'start', ...given(first) },
    ...one,
    ...two,
    { type: 'finish', ...given(last) },
  ]);
const share = fc.double({ min: 0, max: 1, noNaN: true });
const brokenOff = fc
  .tuple(stream, share)
  .map(([chunks, part]) => chunks.slice(0, Math.ceil(chunks.length * part)));

test('[RCT-5] keeps what AI SDK 6 and 7 show, wherever the stream breaks off', async () => {
  await fc.assert(
    fc.asyncProperty(brokenOff, async (chunks) => {
      const kept = plain(assembled(chunks).message());
      expect(kept).toEqual(plain(await shownBy6(chunks)));
      expect(kept).toEqual(plain(await shownBy7(chunks)));
    }),
    { numRuns: 300 },
  );
});

test('[RCT-5] continues with a message as AI SDK does', async () => {
  await fc.assert(
    fc.asyncProperty(brokenOff, step('3'), async (before, after) => {
      // Chunks about the same ids would be about parts of the first half.
      const continued = assembled(before).message();
      const kept = plain(assembled(after, continued).message());
      expect(kept).toEqual(plain(await shownBy6(after, continued)));
      expect(kept).toEqual(plain(await shownBy7(after, continued)));
    }),
    { numRuns: 200 },
  );
});

test('[RCT-5] changes nothing of the message that it continues with', () => {
  const continued = assembled([
    { type: 'tool-input-available', toolCallId: 'c', toolName: 'weather', input: {} },
  ]).message();
  const before = structuredClone(continued);
  assembled([{ type: 'tool-output-available', toolCallId: 'c', output: 12 }], continued);
  expect(continued).toEqual(before);
});

test('[RCT-5] follows what only AI SDK 7 sends', async () => {
  const chunks: Chunks = [
    { type: 'start' },
    { type: 'start-step' },
    { type: 'custom', kind: 'maker.note', providerMetadata: { maker: { a: 1 } } },
    { type: 'reasoning-file', url: 'data:,', mediaType: 'text/plain' },
    { type: 'text-start', id: 't' },
    { type: 'text-end', id: 't', citations: [{ type: 'url', url: 'https://example.org' }] },
    { type: 'steering-message', id: 's', parts: [{ type: 'text', text: 'Be quick.' }] },
    { type: 'tool-input-available', toolCallId: 'c', toolName: 'pay', input: { sum: 3 } },
    { type: 'tool-approval-request', toolCallId: 'c', approvalId: 'a', reason: 'It costs money.' },
    { type: 'tool-approval-response', approvalId: 'a', approved: true, reason: 'Go on.' },
    { type: 'tool-input-error', toolCallId: 'd', toolName: 'pay', input: '{', errorText: 'no' },
    { type: 'start-step' },
    { type: 'text-start', id: 'u' },
    { type: 'text-delta', id: 'u', delta: 'taken back' },
    { type: 'reset-step' },
  ];
  expect(plain(assembled(chunks).message())).toEqual(plain(await shownBy7(chunks)));
});

test('[RCT-5] refuses a chunk about something that never began and keeps what came before', () => {
  const assembler = assembled([
    { type: 'text-start', id: 't' },
    { type: 'text-delta', id: 't', delta: 'Hello' },
  ]);
  const before = assembler.message();
  for (const type of ['text-delta', 'reasoning-end', 'tool-input-delta', 'tool-output-error']) {
    expect(() => assembler.add({ type, id: 'x', toolCallId: 'x' })).toThrow('never began');
  }
  expect(assembler.message()).toEqual(before);
});

test('[RCT-5] leaves out a kind that it does not know', () => {
  expect(assembled([{ type: 'from-the-future', id: 'x' }]).isEmpty).toBe(true);
});
