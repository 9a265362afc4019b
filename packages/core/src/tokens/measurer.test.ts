import { aiSdk, aiSdkUi, anthropic } from '@agent-memory/formats';
import { expect, test } from 'vitest';
import type { AnyFormat } from '../formats/message-format.ts';
import { runToEnd } from '../ground/platform/steps.ts';
import type { ImagePart, Message, Part } from '../message/message.ts';
import { aTextMessage, aToolCall, aToolResult } from '../testing/builders.ts';
import { estimatingCounter } from './estimate-tokens.ts';
import { createMeasurer } from './measurer.ts';
import { providerMedia } from './media-tokens.ts';
import type { TokenCounter } from './token-counter.ts';

/** A token a character, so that every character that is counted shows. */
const counter: TokenCounter = {
  encoding: 'characters',
  source: 'counted',
  count: (text) => text.length,
};

const FRAMING = 4;

function tokensOf(...parts: readonly Part[]): number {
  return createMeasurer(counter).message({ role: 'assistant', parts }).value - FRAMING;
}

test('[TOK-4] a message costs its text and its framing', () => {
  expect(createMeasurer(counter).message(aTextMessage('user', 'Hello'))).toEqual({
    value: 5 + FRAMING,
    source: 'counted',
    encoding: 'characters',
  });
});

test('[TOK-4] a tool call costs its name, its arguments and its framing', () => {
  const call = aToolCall({ toolName: 'find', arguments: '{"n":1}' });
  expect(tokensOf(...call.parts)).toBe(4 + 7 + 3);
});

test('[TOK-4] each result in a message has framing of its own', () => {
  const [result] = aToolResult({ text: 'three' }).parts;
  if (!result) throw new Error('no result');
  const measurer = createMeasurer(counter);
  expect(measurer.message({ role: 'tool', parts: [result] }).value).toBe(5 + FRAMING);
  expect(measurer.message({ role: 'tool', parts: [result, result] }).value).toBe(2 * (5 + FRAMING));
});

test('[TOK-4] thinking costs its text and its signature', () => {
  expect(tokensOf({ type: 'thinking', text: 'Hm.' })).toBe(3);
  expect(tokensOf({ type: 'thinking', text: 'Hm.', signature: 'c2ln' })).toBe(7);
});

test('[TOK-4] an unknown part costs its JSON', () => {
  expect(tokensOf({ type: 'unknown', value: { a: 1 } })).toBe('{"a":1}'.length);
});

test('[TOK-4] fields that are passed through unread are counted, empty ones are free', () => {
  const bare: Message = aTextMessage('assistant', 'Yes');
  const measurer = createMeasurer(counter);
  const tokens = (extra: Message['extra']) =>
    measurer.message({ ...bare, ...(extra && { extra }) }).value - measurer.message(bare).value;
  expect(tokens({ reasoning_content: 'x'.repeat(1_000) })).toBeGreaterThanOrEqual(1_000);
  expect(tokens({ metadata: { a: 1 } })).toBeGreaterThanOrEqual('{"a":1}'.length);
  expect(tokens({ refusal: null, annotations: [], role: 'developer' })).toBe(0);
});

test('[TOK-4] fields of a tool call that are passed through unread are counted', () => {
  const [call] = aToolCall().parts;
  if (call?.type !== 'tool-call') throw new Error('no call');
  const extra = { signature: 's'.repeat(500) };
  expect(tokensOf({ ...call, extra }) - tokensOf(call)).toBeGreaterThanOrEqual(500);
});

const LONG = 'x'.repeat(500);

/** The tokens of what a message of a format was read into. */
function tokensRead(format: AnyFormat, message: unknown): number {
  const measurer = createMeasurer(counter);
  return format.read(message).reduce((sum, read) => sum + measurer.message(read.message).value, 0);
}

const uiMessage = (parts: readonly object[]) => ({ id: 'm', role: 'assistant', parts });
const modelMessage = (...content: readonly object[]) => ({ role: 'assistant', content });
const uiCall = { type: 'tool-find', toolCallId: 'c', input: {} };
const modelCall = { type: 'tool-call', toolCallId: 'c', toolName: 'find', input: {} };
const blocks = (...content: readonly object[]) => ({ role: 'user', content });
const anthropicText = { type: 'text', media_type: 'text/plain', data: 'Words' };

test.each<readonly [string, AnyFormat, plain: object, withFields: object]>([
  [
    'a UIMessage: its metadata',
    aiSdkUi,
    uiMessage([{ type: 'text', text: 'Hi' }]),
    { ...uiMessage([{ type: 'text', text: 'Hi' }]), metadata: { note: LONG } },
  ],
  [
    'a UIMessage: its sources, and what is still being written',
    aiSdkUi,
    uiMessage([{ type: 'text', text: 'Hi' }]),
    uiMessage([
      { type: 'text', text: 'Hi' },
      { type: 'source-url', sourceId: 's', url: LONG },
      { ...uiCall, state: 'input-streaming', input: LONG },
    ]),
  ],
  [
    'a UIMessage: what is said of a tool',
    aiSdkUi,
    uiMessage([{ ...uiCall, state: 'output-available', output: 'Done' }]),
    uiMessage([
      {
        ...uiCall,
        state: 'output-available',
        output: 'Done',
        title: LONG,
        toolMetadata: { note: LONG },
        approval: { id: LONG, approved: true },
      },
    ]),
  ],
  [
    'a message of Anthropic: what stood beside it in an answer',
    anthropic,
    { role: 'assistant', content: 'Hi' },
    { role: 'assistant', content: 'Hi', id: LONG, usage: { service_tier: LONG } },
  ],
  [
    'a ModelMessage: what is for its provider',
    aiSdk,
    { role: 'user', content: 'Hi' },
    { role: 'user', content: 'Hi', providerOptions: { some: { note: LONG } } },
  ],
])('[TOK-4] what no model is sent costs nothing: %s', (_, format, plain, withFields) => {
  expect(tokensRead(format, withFields)).toBe(tokensRead(format, plain));
});

test.each<readonly [string, AnyFormat, plain: object, withFields: object]>([
  [
    'the signature of a call in a UIMessage',
    aiSdkUi,
    uiMessage([{ ...uiCall, state: 'input-available' }]),
    uiMessage([
      { ...uiCall, state: 'input-available', callProviderMetadata: { google: { s: LONG } } },
    ]),
  ],
  [
    'the signature of a call in a ModelMessage',
    aiSdk,
    modelMessage(modelCall),
    modelMessage({ ...modelCall, providerOptions: { google: { s: LONG } } }),
  ],
  [
    'encrypted reasoning in a UIMessage',
    aiSdkUi,
    uiMessage([{ type: 'reasoning', text: '' }]),
    uiMessage([{ type: 'reasoning', text: '', providerMetadata: { openai: { e: LONG } } }]),
  ],
  [
    'encrypted reasoning in a ModelMessage',
    aiSdk,
    modelMessage({ type: 'reasoning', text: '' }),
    modelMessage({ type: 'reasoning', text: '', providerOptions: { openai: { e: LONG } } }),
  ],
  [
    'pieces of a tool’s answer that are passed through',
    aiSdk,
    modelMessage(modelCall),
    modelMessage(modelCall, {
      type: 'tool-result',
      toolCallId: 'c',
      toolName: 'find',
      output: { type: 'content', value: [{ type: 'file-id', fileId: LONG }] },
    }),
  ],
  [
    'what a document of Anthropic is about',
    anthropic,
    blocks({ type: 'document', source: anthropicText }),
    blocks({ type: 'document', source: anthropicText, context: LONG }),
  ],
  [
    'a document of Anthropic in blocks',
    anthropic,
    blocks({ type: 'document', source: { type: 'content', content: '' } }),
    blocks({ type: 'document', source: { type: 'content', content: LONG } }),
  ],
  [
    'what a document is about that a tool answered with',
    anthropic,
    blocks({ type: 'tool_result', tool_use_id: 'c', content: [] }),
    blocks({
      type: 'tool_result',
      tool_use_id: 'c',
      content: [{ type: 'document', source: anthropicText, context: LONG }],
    }),
  ],
])('[TOK-4] what a model is sent is counted: %s', (_, format, plain, withFields) => {
  expect(tokensRead(format, withFields) - tokensRead(format, plain)).toBeGreaterThanOrEqual(500);
});

test('[TOK-4] a signature of reasoning that was read is counted once', () => {
  const signed = { anthropic: { signature: LONG } };
  const part = { type: 'reasoning', text: 'Hm.', providerMetadata: signed };
  expect(tokensRead(aiSdkUi, uiMessage([part]))).toBe(FRAMING + 3 + 500);
});

test('[TOK-2] a result in JSON stays counted', () => {
  const part = { ...uiCall, state: 'output-available', output: { done: true } };
  const measurer = createMeasurer(counter);
  const sources = aiSdkUi
    .read(uiMessage([part]))
    .map(({ message }) => measurer.message(message).source);
  expect(sources).toEqual(['counted', 'counted']);
});

// Known results of the rule: OpenAI guide "Images and vision", "Calculating costs".
test.each<[string, Omit<ImagePart, 'type' | 'url'>, number]>([
  ['1,024 × 1,024', { width: 1_024, height: 1_024 }, 765],
  ['2,048 × 4,096', { width: 2_048, height: 4_096 }, 1_105],
  ['4,096 × 8,192 at low detail', { width: 4_096, height: 8_192, detail: 'low' }, 85],
  ['512 × 512, which is not enlarged', { width: 512, height: 512 }, 255],
  ['one pixel', { width: 1, height: 1 }, 255],
  ['a size that is not known', {}, 765],
])('[TOK-4] a picture of %s costs what the provider takes for it', (_, size, tokens) => {
  const part: Part = { type: 'image', url: 'https://example.org/a.png', ...size };
  const measurer = createMeasurer(counter, undefined, providerMedia);
  expect(measurer.message({ role: 'user', parts: [part] }).value - FRAMING).toBe(tokens);
});

test('[TOK-4] a text in base64 that Anthropic is given costs like a text, not like its data', () => {
  const text = 'hello world '.repeat(1_000);
  const source = (fields: object) => ({
    role: 'user' as const,
    content: [{ type: 'document', source: fields }],
  });
  const tokens = (fields: object) =>
    anthropic
      .read(source(fields))
      .reduce(
        (sum, { message }) =>
          sum + createMeasurer(counter, undefined, providerMedia).message(message).value,
        0,
      );
  const data = Buffer.from(text).toString('base64');
  const inline = tokens({ type: 'base64', media_type: 'text/plain', data });
  const plain = tokens({ type: 'text', media_type: 'text/plain', data: text });
  expect(inline / plain).toBeGreaterThan(0.8);
  expect(inline / plain).toBeLessThan(1.2);
});

test('[TOK-4] a document costs about a page when only its id is known', () => {
  expect(tokensOf({ type: 'document', fileId: 'file-1' })).toBe(2_000);
});

test('[TOK-2] a message with a part that can only be estimated is labelled so', () => {
  const measurer = createMeasurer(counter);
  const sourceOf = (...parts: readonly Part[]) =>
    measurer.message({ role: 'assistant', parts }).source;
  expect(sourceOf({ type: 'text', text: 'a' })).toBe('counted');
  expect(sourceOf({ type: 'text', text: 'a' }, { type: 'image', url: 'u' })).toBe('estimated');
  expect(sourceOf({ type: 'document', fileId: 'f' })).toBe('estimated');
  expect(sourceOf({ type: 'unknown', value: 1 })).toBe('estimated');
});

test('[TOK-2] counts of an estimating counter are labelled estimated', () => {
  const measurer = createMeasurer({ ...counter, source: 'estimated' });
  expect(measurer.message(aTextMessage('user', 'a')).source).toBe('estimated');
});

test('[TOK-3] a message is counted once', () => {
  let counts = 0;
  const measurer = createMeasurer({
    ...counter,
    count(text) {
      counts += 1;
      return text.length;
    },
  });
  const message = aTextMessage('user', 'Hello');
  expect(measurer.message(message)).toBe(measurer.message(message));
  expect(counts).toBe(1);
});

test.each([5, 20_000])(
  '[TOK-3] a message of %i characters has the same figure at once and in steps, remembered or not',
  (length) => {
    const message = aTextMessage('user', 'word '.repeat(length / 5));
    const expected = createMeasurer(estimatingCounter).message(message);
    const measurer = createMeasurer(estimatingCounter);
    expect(runToEnd(measurer.countInSteps(message))).toEqual(expected);
    const remembered = runToEnd(measurer.messageInSteps(message));
    expect(remembered).toEqual(expected);
    expect(measurer.message(message)).toBe(remembered);
  },
);
