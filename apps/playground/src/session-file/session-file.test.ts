import { expect, test } from 'vitest';
import { MAX_FILE_BYTES, readSessionText, sizeProblem } from './session-file.ts';

const greeting = { role: 'user', content: 'Good morning' };

async function problemOf(text: string): Promise<string> {
  const result = await readSessionText(text, 'chat.json');
  expect(result.kind).toBe('problem');
  return result.kind === 'problem' ? result.problem : '';
}

test('reads an object with messages and takes its id as the name', async () => {
  const text = JSON.stringify({ id: 'refund-7', kind: 'service', messages: [greeting] });
  expect(await readSessionText(text, 'chat.json')).toEqual({
    kind: 'session',
    session: {
      id: 'refund-7',
      title: 'refund-7',
      messages: [{ role: 'user', parts: [{ type: 'text', text: 'Good morning' }] }],
    },
  });
});

test('reads a bare list and names it by its file', async () => {
  const result = await readSessionText(JSON.stringify([greeting, greeting]), 'chat.json');
  expect(result).toMatchObject({ session: { id: 'chat.json', title: 'chat.json' } });
  expect(result.kind === 'session' && result.session.messages).toHaveLength(2);
});

test('reads a file that starts with a byte order mark', async () => {
  expect((await readSessionText(`\uFEFF${JSON.stringify([greeting])}`, 'chat.json')).kind).toBe(
    'session',
  );
});

test.each([
  ['', 'it is empty'],
  ['  \n', 'it is empty'],
  ['{"messages": [}', 'it is not JSON: line 1, column 15 does not expect "}"'],
  ['[{"role": "user"}', 'it is not JSON: line 1, column 18 does not expect the end of the file'],
  ['42', 'it holds no session: expected an object with `messages`, or a list of messages'],
  ['null', 'it holds no session: expected an object with `messages`, or a list of messages'],
  ['{"id": "a"}', 'the field `messages` is missing'],
  ['{"messages": "hello"}', 'the field `messages` is not a list'],
  ['{"messages": []}', 'the field `messages` is an empty list'],
  ['[]', 'the field `messages` is an empty list'],
])('says of %j: %s', async (text, problem) => {
  expect(await problemOf(text)).toBe(problem);
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
  expect(sizeProblem(MAX_FILE_BYTES)).toBeUndefined();
  expect(sizeProblem(31_400_000)).toBe('it is 31.4 MB and files up to 20 MB can be opened');
});
