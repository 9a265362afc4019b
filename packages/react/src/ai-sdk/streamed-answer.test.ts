import { expect, test } from 'vitest';
import type { UiMessageChunk } from './stream/ui-message-chunk.ts';
import { StreamedAnswer } from './streamed-answer.ts';
import { usageInMetadata } from './usage-in-metadata.ts';

function answered(...chunks: readonly UiMessageChunk[]): StreamedAnswer {
  const answer = new StreamedAnswer('a', { list: [{ id: 'q', role: 'user', parts: [] }] });
  for (const chunk of chunks) answer.follow(chunk);
  return answer;
}

const step = { type: 'start-step' };
const usage = (inputTokens: number) => ({ usage: { inputTokens } });
const metadata = (inputTokens: number) => ({
  type: 'message-metadata',
  messageMetadata: usage(inputTokens),
});
const finish = (inputTokens: number) => ({ type: 'finish', messageMetadata: usage(inputTokens) });

test.each([
  ['a single step', [step, finish(640)], 640],
  ['the first of several steps', [step, metadata(640), step, metadata(900)], 640],
  ['no step at all', [finish(640)], 640],
])('[TOK-5] knows what was read for the context from the usage of %s', (_, chunks, inputTokens) => {
  expect(answered(...chunks).firstUsage(usageInMetadata)).toEqual({ inputTokens });
});

test('[TOK-5] knows nothing from a sum of several steps', () => {
  expect(answered(step, step, finish(1_540)).firstUsage(usageInMetadata)).toBeUndefined();
});

test('[RCT-5] there is nothing to keep of an answer that only began', () => {
  expect(answered({ type: 'start', messageId: 'b' }, step).listWithAnswer()).toBeUndefined();
});

test('[RCT-5] an answer stands at the end of the list, or in place of the message that it continues', () => {
  const text = { type: 'text-start', id: '1' };
  expect(
    answered(text)
      .listWithAnswer()
      ?.map(({ id }) => id),
  ).toEqual(['q', 'a']);
  const continued = { id: 'a', role: 'assistant', parts: [] } as const;
  const list = [continued, { id: 'q', role: 'user', parts: [] } as const];
  const goingOn = new StreamedAnswer('x', { list, continued });
  goingOn.follow(text);
  expect(goingOn.listWithAnswer()).toMatchObject([
    { id: 'a', parts: [{ type: 'text' }] },
    { id: 'q' },
  ]);
});
