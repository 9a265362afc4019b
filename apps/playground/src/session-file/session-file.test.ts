import { expect, test } from 'vitest';
import { MAX_FILE_BYTES, readSessionFile } from './session-file.ts';

const greeting = { role: 'user', content: 'Good morning' };

function read(text: string, size = text.length) {
  return readSessionFile({ name: 'chat.json', size, text: async () => text });
}

/** The words of the refusal. */
async function problemOf(text: string, size?: number): Promise<string> {
  const refusal = await read(text, size).catch((error: unknown) => error);
  if (!(refusal instanceof Error)) throw new Error('It was opened.');
  return refusal.message;
}

test('reads an object with messages and takes its id as the name', async () => {
  const text = JSON.stringify({ id: 'refund-7', kind: 'service', messages: [greeting] });
  expect(await read(text)).toEqual({
    title: 'refund-7',
    messages: [{ role: 'user', parts: [{ type: 'text', text: 'Good morning' }] }],
  });
});

test('reads a bare list and names it by its file', async () => {
  const { title, messages } = await read(JSON.stringify([greeting, greeting]));
  expect(title).toBe('chat.json');
  expect(messages).toHaveLength(2);
});

test('reads a file that starts with a byte order mark', async () => {
  expect((await read(`\uFEFF${JSON.stringify([greeting])}`)).messages).toHaveLength(1);
});

test.each([
  ['', 'it is empty'],
  ['  \n', 'it is empty'],
  ['42', 'it has no list `messages` and is not a list of messages'],
  ['null', 'it has no list `messages` and is not a list of messages'],
  ['{"id": "a"}', 'it has no list `messages` and is not a list of messages'],
  ['{"messages": "hello"}', 'it has no list `messages` and is not a list of messages'],
  ['{"messages": []}', 'its list of messages is empty'],
  ['[]', 'its list of messages is empty'],
])('says of %j: %s', async (text, problem) => {
  expect(await problemOf(text)).toBe(problem);
});

test('says of what is not JSON what the browser says', async () => {
  expect(await problemOf('[{"role": "user"}')).toMatch(/^it is not JSON: .*JSON/);
});

test('[MSG-3] names the message and its field', async () => {
  const messages = [greeting, { role: 'narrator', content: 'Meanwhile' }];
  expect(await problemOf(JSON.stringify({ messages }))).toMatch(
    /^message 2 of 2 is not usable: `role` must be .*[^.]$/,
  );
});

test('[MSG-3] names a field inside a message', async () => {
  const call = { id: 'c1', type: 'function', function: { name: '', arguments: '{}' } };
  const problem = await problemOf(JSON.stringify([{ role: 'assistant', tool_calls: [call] }]));
  expect(problem).toContain('message 1 of 1');
  expect(problem).toContain('`tool_calls.0.function.name`');
});

test('refuses by size before anything is read', async () => {
  expect(await problemOf('[]', MAX_FILE_BYTES + 1)).toBe('it is larger than 20 MB');
});
