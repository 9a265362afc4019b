import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { UsageError } from '../cli/usage-error.mjs';
import { readSessions } from './sessions.mjs';
import { assistant, session, system, user, words } from './testing/builders.mjs';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'sessions-'));
});
afterEach(() => rm(folder, { recursive: true }));

const save = (name: string, value: unknown) =>
  writeFile(path.join(folder, name), typeof value === 'string' ? value : JSON.stringify(value));

async function refusal() {
  const error = await readSessions(folder).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(UsageError);
  return String(error);
}

test('[BENCH] reads sessions by name, as an object with messages or as a bare list', async () => {
  await save('b.json', [user('second')]);
  await save('a.json', { id: 'x', messages: [user('first')] });
  await save('notes.txt', 'not a session');
  const sessions = await readSessions(folder);
  expect(sessions.map(({ id, messages }) => [id, messages[0]?.content])).toEqual([
    ['a', 'first'],
    ['b', 'second'],
  ]);
});

test('[BENCH] refuses an empty folder and a folder that is not there', async () => {
  expect(await refusal()).toContain('no recorded sessions');
  folder = path.join(folder, 'missing');
  expect(await refusal()).toContain('cannot be read');
  folder = path.dirname(folder);
});

test.each([
  ['text that is not JSON', '{"messages": [', 'cannot be read as JSON'],
  ['no messages', { id: 'x' }, 'no list of messages'],
  ['an unknown role', [{ role: 'robot', content: '' }], 'message 1 has a role'],
  [
    'content that is a number',
    [user('a'), { role: 'user', content: 7 }],
    'message 2 has a content',
  ],
  ['a call without arguments', [{ role: 'assistant', tool_calls: [{ id: 'c1' }] }], 'tool call'],
  ['a result without call id', [{ role: 'tool', content: 'x' }], 'without tool_call_id'],
])('[BENCH] refuses %s and names the file', async (_, value, complaint) => {
  await save('broken.json', value);
  const sentence = await refusal();
  expect(sentence).toContain(complaint);
  expect(sentence).toContain('broken.json');
});

test('[BENCH] knows the system message only at the start, and the first user message anywhere', () => {
  const late = session(assistant('Hello'), system('Be kind.'), user('Book a flight'));
  expect(late.system).toBeUndefined();
  expect(late.anchor).toMatchObject({ index: 2, text: 'Book a flight' });
  expect(session(system('Be kind.')).anchor).toBeUndefined();
});

test('[BENCH] sums the tokens ahead of each message', () => {
  const counted = session(user(words(6)), assistant(words(16)), user(words(1)));
  expect(counted.tokensBefore).toEqual([0, 10, 30, 35]);
  expect(counted.totalTokens).toBe(35);
});
