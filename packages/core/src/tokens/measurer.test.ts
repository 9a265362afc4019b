import { expect, test } from 'vitest';
import type { ImagePart, Message, Part } from '../message/message.ts';
import { aTextMessage, aToolCall, aToolResult } from '../testing/builders.ts';
import { createMeasurer } from './measurer.ts';
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

// Known results of the rule: OpenAI guide "Images and vision", "Calculating costs".
test.each<[string, Omit<ImagePart, 'type' | 'url'>, number]>([
  ['1,024 × 1,024', { width: 1_024, height: 1_024 }, 765],
  ['2,048 × 4,096', { width: 2_048, height: 4_096 }, 1_105],
  ['4,096 × 8,192 at low detail', { width: 4_096, height: 8_192, detail: 'low' }, 85],
  ['512 × 512, which is not enlarged', { width: 512, height: 512 }, 255],
  ['one pixel', { width: 1, height: 1 }, 255],
  ['a size that is not known', {}, 765],
])('[TOK-4] a picture of %s costs what the provider takes for it', (_, size, tokens) => {
  expect(tokensOf({ type: 'image', url: 'https://example.org/a.png', ...size })).toBe(tokens);
});

test('[TOK-4] a document costs by its length, and about a page when only its id is known', () => {
  expect(tokensOf({ type: 'document', data: 'x'.repeat(4_001) })).toBe(1_001);
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
