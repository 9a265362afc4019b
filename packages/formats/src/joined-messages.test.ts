import type { Message } from '@agent-memory/core';
import { aTextMessage } from '@agent-memory/core/testing';
import { expect, test } from 'vitest';
import { joinedMessages } from './joined-messages.ts';

interface Item {
  readonly id: string;
  readonly message: Message;
}

function anItem(id: string, message: Partial<Message> = {}): Item {
  return { id, message: { ...aTextMessage('user', id), format: 'anthropic', ...message } };
}

const idsOf = (groups: readonly (readonly Item[])[]) =>
  groups.map((group) => group.map((item) => item.id));

test('[MSG-2] neighbours are one message where the later one goes on from the one ahead', () => {
  const items = [
    anItem('a'),
    anItem('b', { continues: true }),
    anItem('c', { continues: true }),
    anItem('d'),
  ];
  expect(idsOf(joinedMessages(items))).toEqual([['a', 'b', 'c'], ['d']]);
});

test('[MSG-2] what came in another format, or in none, is not joined', () => {
  const continues = true;
  const other = [anItem('a', { format: 'ai-sdk' }), anItem('b', { continues })];
  expect(idsOf(joinedMessages(other))).toEqual([['a'], ['b']]);
  const { format: _, ...message } = anItem('a').message;
  const own = [
    { id: 'a', message },
    { id: 'b', message: { ...message, continues } as const },
  ];
  expect(idsOf(joinedMessages(own))).toEqual([['a'], ['b']]);
});

test('[MSG-2] a piece whose first one has left begins a message of its own', () => {
  const items = [anItem('b', { continues: true }), anItem('c', { continues: true })];
  expect(idsOf(joinedMessages(items))).toEqual([['b', 'c']]);
});

test('[MSG-2] a format decides by the first of the group whether a piece belongs to it', () => {
  const items = [
    anItem('a', { extra: { id: 'm1' } }),
    anItem('b', { continues: true, extra: { id: 'm1' } }),
    anItem('c', { continues: true, extra: { id: 'm2' } }),
  ];
  const groups = joinedMessages(items, (first, next) => first.extra?.id === next.extra?.id);
  expect(idsOf(groups)).toEqual([['a', 'b'], ['c']]);
});

test('[MSG-2] nothing is nothing', () => {
  expect(joinedMessages([])).toEqual([]);
});
