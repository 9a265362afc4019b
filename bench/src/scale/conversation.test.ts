import { expect, test } from 'vitest';
import { messageAt } from './conversation.mjs';

const messages = Array.from({ length: 601 }, (_, index) => messageAt(index));

test('[BENCH] the same index gives the same message, and no two are alike', () => {
  expect(messageAt(123)).toEqual(messages[123]);
  expect(new Set(messages.map((message) => JSON.stringify(message))).size).toBe(messages.length);
});

test('[BENCH] every call is answered by the message behind it', () => {
  const answered = messages.flatMap(({ tool_calls: calls }, index) =>
    (calls ?? []).map((call) => messages[index + 1]?.tool_call_id === call.id),
  );
  expect(answered).toHaveLength(200);
  expect(answered.every(Boolean)).toBe(true);
});

test('[BENCH] it begins with the system message and has no other', () => {
  expect(messages.findLastIndex(({ role }) => role === 'system')).toBe(0);
});
