import type { Message, Role } from '@agent-memory/core';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { nextBatch } from './next-batch.ts';

function aMessage(role: Role): Message {
  if (role === 'tool') return { role, parts: [{ type: 'tool-result', callId: 'c1', text: 'ok' }] };
  return { role, parts: [{ type: 'text', text: 'Hello' }] };
}

function rolesOfBatches(roles: readonly Role[]): Role[][] {
  const messages = roles.map(aMessage);
  const batches: Role[][] = [];
  let position = 0;
  for (let batch = nextBatch(messages, 0); batch; batch = nextBatch(messages, position)) {
    batches.push(batch.map((message) => message.role));
    position += batch.length;
  }
  return batches;
}

test('stops before every reply, where a real loop would call the model', () => {
  expect(rolesOfBatches(['system', 'user', 'assistant', 'tool', 'assistant', 'user'])).toEqual([
    ['system', 'user'],
    ['assistant', 'tool'],
    ['assistant', 'user'],
  ]);
});

test('gives every message once and in order', () => {
  const roles = fc.array(fc.constantFrom<Role>('system', 'user', 'assistant', 'tool'));
  fc.assert(
    fc.property(roles, (recorded) => {
      expect(rolesOfBatches(recorded).flat()).toEqual(recorded);
    }),
  );
});

test('gives nothing once the session is over', () => {
  expect(nextBatch([aMessage('user')], 1)).toBeUndefined();
  expect(nextBatch([], 0)).toBeUndefined();
});
