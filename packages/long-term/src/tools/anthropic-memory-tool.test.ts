import { aSimulatedClock } from '@agent-memory/core/testing';
import { aiSdkTools, anthropicTools, openAiTools, runTool } from '@agent-memory/core/tools';
import { betaMemoryTool } from '@anthropic-ai/sdk/helpers/beta/memory';
import { expect, test } from 'vitest';
import { createLongTermMemory } from '../memory/create-long-term-memory.ts';
import { inMemoryRecordStore } from '../store/in-memory-record-store.ts';
import { type AnthropicMemoryToolOptions, anthropicMemoryTool } from './anthropic-memory-tool.ts';
import type { MemoryToolAction } from './confirm.ts';

function aMemory(options: Parameters<typeof createLongTermMemory>[0] = {}) {
  return createLongTermMemory({
    user: 'ada',
    clock: aSimulatedClock(Date.UTC(2026, 4, 4)),
    ...options,
  });
}

/** Sends commands as Claude does; errors come back as text. */
function aClaude(longTerm = aMemory(), options?: AnthropicMemoryToolOptions) {
  const { tool } = anthropicMemoryTool(longTerm, options);
  return async (input: object): Promise<string> => {
    const call = { callId: 'call-1', toolName: 'memory', arguments: JSON.stringify(input) };
    return (await runTool([tool], call)).text.replace('`memory` failed: ', '');
  };
}

const create = (path: string, text = 'one\ntwo\nthree') => ({
  command: 'create',
  path,
  file_text: text,
});
const view = (path: string, range?: readonly number[]) => ({
  command: 'view',
  path,
  ...(range === undefined ? {} : { view_range: range }),
});

test('[LTM-11] a file is made, viewed by its lines, edited and deleted', async () => {
  const claude = aClaude();
  expect(await claude(create('/memories/notes.md'))).toBe('File created: /memories/notes.md');
  expect(await claude(view('/memories/notes.md'))).toBe(
    '/memories/notes.md with line numbers:\n     1\tone\n     2\ttwo\n     3\tthree',
  );
  expect(await claude(view('/memories/notes.md', [2, 2]))).toMatch(/:\n {5}2\ttwo$/);
  expect(await claude(view('/memories/notes.md', [3, -1]))).toMatch(/:\n {5}3\tthree$/);
  expect(await claude(view('/memories/notes.md', [9, 12]))).toMatch(/has the lines 1 to 3\.$/);
  const path = '/memories/notes.md';
  expect(await claude({ command: 'str_replace', path, old_str: 'two', new_str: '2 $& 2' })).toBe(
    `File edited: ${path}. It says there now:\n     1\tone\n     2\t2 $& 2\n     3\tthree`,
  );
  await claude({ command: 'insert', path, insert_line: 0, insert_text: 'zero\n' });
  expect(await claude(view(path, [1, 2]))).toMatch(/1\tzero\n {5}2\tone$/);
  expect(await claude({ command: 'delete', path })).toBe(`Deleted: ${path}`);
  expect(await claude(view(path))).toMatch(/^Error: there is no \/memories\/notes\.md\./);
});

test('[LTM-11] a directory is shown two levels deep, with sizes; it is there while it has files', async () => {
  const claude = aClaude();
  expect(await claude(view('/memories'))).toContain('0B\t/memories (empty)');
  await claude(create('/memories/a/b/c/deep.md', 'x'.repeat(2048)));
  await claude(create('/memories/a.md', 'é'));
  expect(await claude(view('/memories/'))).toBe(
    'Files and directories in /memories, two levels deep, with their sizes:\n' +
      '2.0K\t/memories\n2.0K\t/memories/a/\n2.0K\t/memories/a/b/\n2B\t/memories/a.md',
  );
  expect(await claude({ command: 'delete', path: '/memories/a' })).toBe(
    'Deleted: /memories/a (files: 1)',
  );
  expect(await claude(view('/memories/a'))).toMatch(/^Error: there is no/);
});

test('[LTM-11] a directory is renamed with what is in it, in one step for each file, its history kept', async () => {
  const clock = aSimulatedClock(Date.UTC(2026, 4, 4));
  const longTerm = aMemory({ clock });
  const claude = aClaude(longTerm);
  await claude(create('/memories/old/a.md', 'first'));
  await claude(create('/memories/old/b/c.md', 'second'));
  clock.advance(1);
  const rename = { command: 'rename', old_path: '/memories/old', new_path: '/memories/new' };
  expect(await claude(rename)).toBe('Renamed: /memories/old to /memories/new (files: 2)');
  expect(await longTerm.get('/memories/new/b/c.md')).toBe('second');
  expect(await longTerm.get('/memories/old/b/c.md')).toBeUndefined();
  const known = await longTerm.record({ key: '/memories/new/a.md' });
  const history = await longTerm.history(known?.record.id ?? '');
  expect(history.map(({ key }) => key)).toEqual([
    '/memories/old/a.md',
    '/memories/old/a.md',
    '/memories/new/a.md',
  ]);
  await claude({ ...rename, old_path: '/memories/new', new_path: '/memories/old' });
  expect(await longTerm.get('/memories/old/a.md')).toBe('first');
});

test.each([
  ['a path elsewhere', view('/etc/passwd'), /must begin with \/memories/],
  ['a path beside', view('/memories-of-others/x'), /must begin with \/memories/],
  ['a way up', view('/memories/../secrets'), /stays in \/memories/],
  ['a way up in disguise', create('/memories/%2e%2e/x'), /encoded/],
  ['a backslash', create('/memories/..\\x'), /backslashes/],
  ['a hidden character', create('/memories/no\u200btes'), /hidden/],
  ['an empty name', create('/memories//x'), /empty name/],
  ['a path of a mile', create(`/memories/${'x'.repeat(500)}`), /at most 400/],
  ['no path', { command: 'create', file_text: 'x' }, /`path` must be a path/],
  ['no such command', { command: 'chmod', path: '/memories' }, /must be one of/],
  ['the root to delete', { command: 'delete', path: '/memories' }, /itself stays/],
  ['a file that exists', create('/memories/x.md'), /exists already/],
  ['a directory that exists', create('/memories/d'), /exists already/],
  ['a file as a directory', create('/memories/x.md/y'), /is a file/],
  [
    'a directory as a file',
    { command: 'insert', path: '/memories/d', insert_line: 0, insert_text: '' },
    /is a directory/,
  ],
  [
    'a move into itself',
    { command: 'rename', old_path: '/memories/d', new_path: '/memories/d/e' },
    /itself/,
  ],
  [
    'a line behind the end',
    { command: 'insert', path: '/memories/x.md', insert_line: 4, insert_text: '' },
    /lines 1 to 3/,
  ],
  [
    'an ambiguous text',
    { command: 'str_replace', path: '/memories/x.md', old_str: 'e' },
    /lines 1, 3, 3\./,
  ],
  [
    'a text that is not there',
    { command: 'str_replace', path: '/memories/x.md', old_str: 'Two' },
    /to the letter/,
  ],
  [
    'nothing to replace',
    { command: 'str_replace', path: '/memories/x.md', old_str: '' },
    /use insert/,
  ],
  [
    'a long file',
    create('/memories/long.md', '"\n'.repeat(6_000)),
    /has at most 20000; line breaks/,
  ],
])('[LTM-11] %s is refused in words, and nothing is changed', async (_, command, words) => {
  const longTerm = aMemory();
  const claude = aClaude(longTerm);
  await claude(create('/memories/x.md'));
  await claude(create('/memories/d/y.md'));
  const before = await longTerm.list();
  const answer = await claude(command);
  expect(answer).toMatch(words);
  expect(answer.length).toBeLessThan(400);
  expect(await longTerm.list()).toEqual(before);
});

test('[LTM-3] a copy of the conversation is no file', async () => {
  const chat = 'Notes:\nUser: hi\nAssistant: hello\nUser: bye\nAssistant: bye';
  expect(await aClaude()(create('/memories/chat.md', chat))).toMatch(
    /^Error: not written \(TRANSCRIPT\)/,
  );
});

test('[LTM-2] a file stays, is found by its words, and is read as unconfirmed', async () => {
  const clock = aSimulatedClock(Date.UTC(2026, 4, 4));
  const longTerm = aMemory({ clock });
  const claude = aClaude(longTerm, { evidence: () => [{ sessionId: 'trip', entryId: 'u1' }] });
  await claude(create('/memories/ferry.md', 'The ferry leaves at nine.'));
  clock.advance(90 * 86_400_000);
  await longTerm.cleanup();
  const { hits } = await longTerm.retrieve({ text: 'When does the ferry leave?' });
  expect(hits).toMatchObject([
    { record: { key: '/memories/ferry.md', evidence: [{ entryId: 'u1' }] } },
  ]);
  expect(hits[0]?.labels).toContain('hypothesis');
  expect(await claude(view('/memories/ferry.md'))).toContain('The ferry leaves at nine.');
});

test('[LTM-5] what the user said is a file that is read and not changed', async () => {
  const longTerm = aMemory();
  await longTerm.set('/memories/ada.md', 'Ada wants French.', { kind: 'preference' });
  const claude = aClaude(longTerm);
  expect(await claude(view('/memories/ada.md'))).toContain('1\tAda wants French.');
  const path = '/memories/ada.md';
  expect(await claude({ command: 'str_replace', path, old_str: 'French', new_str: 'Dutch' })).toBe(
    'Error: the user settled what this file says. It stays as it is; write to another file.',
  );
  expect(await longTerm.get(path)).toBe('Ada wants French.');
});

test.each([
  [
    'deleted',
    { command: 'delete', path: '/memories/ada.md' },
    /^Error: the user settled what this/,
  ],
  ['deleted', { command: 'delete', path: '/memories/d' }, /\/memories\/d\/rules\.md.*nothing in/],
  [
    'renamed',
    { command: 'rename', old_path: '/memories/ada.md', new_path: '/memories/eve.md' },
    /^Error: the user settled what this/,
  ],
  [
    'renamed',
    { command: 'rename', old_path: '/memories/d', new_path: '/memories/e' },
    /\/memories\/d\/rules\.md.*nothing in/,
  ],
])(
  '[LTM-5] what the user said is a file that is not %s, nor is a directory with it (%o)',
  async (done, command, words) => {
    const longTerm = aMemory();
    const asked: MemoryToolAction[] = [];
    const confirm = (action: MemoryToolAction) => asked.push(action) > 0;
    const claude = aClaude(longTerm, { confirm });
    await claude(create('/memories/d/a.md'));
    await claude(create('/memories/d/z.md'));
    await longTerm.set('/memories/ada.md', 'Ada wants French.');
    await longTerm.set('/memories/d/rules.md', 'Rules by the user.');
    const before = await longTerm.list();
    asked.length = 0;
    const answer = await claude(command);
    expect(answer).toMatch(words);
    expect(answer).toContain(done);
    expect(asked).toEqual([]);
    expect(await longTerm.list()).toEqual(before);
  },
);

test('[LTM-5] a file that somebody confirmed stays; the files beside it can be deleted', async () => {
  const longTerm = aMemory();
  const claude = aClaude(longTerm);
  await claude(create('/memories/d/a.md'));
  await claude(create('/memories/d/b.md'));
  await longTerm.verify({ key: '/memories/d/a.md' });
  expect(await claude({ command: 'delete', path: '/memories/d' })).toMatch(/^Error: the user/);
  expect(await claude({ command: 'delete', path: '/memories/d/b.md' })).toMatch(/^Deleted/);
  expect(await longTerm.get('/memories/d/a.md')).toBe('one\ntwo\nthree');
});

test('[NS-1] files belong to the user; with a namespace its readers share them', async () => {
  const longTerm = aMemory({ namespace: 'project:apollo' });
  await aClaude(longTerm)(create('/memories/mine.md'));
  const shared = aClaude(longTerm, { namespace: 'project:apollo' });
  await shared(create('/memories/ours.md'));
  expect(await shared(view('/memories'))).not.toContain('mine.md');
  const own = await longTerm.list({ types: ['user'] });
  expect(own.items.map(({ record }) => record.namespace)).toEqual(['user:ada']);
});

test('[TOOL-2] a store that fails in the midst of a directory says how far it came', async () => {
  const store = inMemoryRecordStore();
  const claude = aClaude(aMemory({ store }));
  await claude(create('/memories/d/a.md'));
  await claude(create('/memories/d/b.md'));
  const commit = store.commit.bind(store);
  let commits = 0;
  store.commit = (change, options) => {
    commits += 1;
    return commits === 2 ? Promise.reject(new Error('The disk is full.')) : commit(change, options);
  };
  expect(await claude({ command: 'delete', path: '/memories/d' })).toBe(
    'The disk is full. Of 2 files 1 were deleted; view /memories to see them.',
  );
  expect((await claude(view('/memories/d'))).match(/\.md/g)).toHaveLength(1);
  await claude({ command: 'delete', path: '/memories/d' });
  expect(await claude(view('/memories'))).toContain('(empty)');
});

test('[LTM-11] commands sent at once build on one another', async () => {
  const longTerm = aMemory();
  const claude = aClaude(longTerm);
  const path = '/memories/list.md';
  await Promise.all([
    claude(create(path, '')),
    ...['a', 'b', 'c'].map((insert_text) =>
      claude({ command: 'insert', path, insert_line: 0, insert_text }),
    ),
  ]);
  expect(await longTerm.get(path)).toBe('c\nb\na\n');
});

test('[LTM-11] the app is asked ahead of a change, and none happens without its leave', async () => {
  const longTerm = aMemory();
  const asked: MemoryToolAction['kind'][] = [];
  const confirm = ({ kind }: MemoryToolAction) => {
    asked.push(kind);
    return asked.length === 1;
  };
  const claude = aClaude(longTerm, { confirm });
  await claude(create('/memories/x.md'));
  const before = await longTerm.list();
  await claude({ command: 'rename', old_path: '/memories/x.md', new_path: '/memories/y.md' });
  await claude({ command: 'delete', path: '/memories/x.md' });
  await claude({ command: 'insert', path: '/memories/x.md', insert_line: 0, insert_text: 'no' });
  expect(asked).toEqual(['save', 'move', 'forget', 'save']);
  expect(await longTerm.list()).toEqual(before);
});

test('[LTM-11] [GRD-1] a file that is confirmed while the app is asked is not deleted or renamed', async () => {
  const longTerm = aMemory();
  await aClaude(longTerm)(create('/memories/x.md'));
  const confirm = async () => {
    await longTerm.verify({ key: '/memories/x.md' });
    return true;
  };
  const claude = aClaude(longTerm, { confirm });
  expect(await claude({ command: 'delete', path: '/memories/x.md' })).toMatch(
    /^Error: .*x\.md changed while the user was asked\. Nothing was changed/,
  );
  await aClaude(longTerm)(create('/memories/y.md'));
  const rename = { command: 'rename', old_path: '/memories/y.md', new_path: '/memories/z.md' };
  const touching = aClaude(longTerm, {
    confirm: async () => (await longTerm.pin({ key: '/memories/y.md' })).kind === 'unchanged',
  });
  expect(await touching(rename)).toMatch(/^Renamed/);
  expect(await claude(view('/memories'))).toMatch(/x\.md.*z\.md/s);
});

test('[TOOL-1] the SDK of Anthropic runs it, and every provider is told of it by its schema', async () => {
  const { definition, handlers, tool } = anthropicMemoryTool(aMemory());
  const runnable = betaMemoryTool(handlers);
  expect(runnable).toMatchObject(definition);
  const file = { command: 'create', path: '/memories/x.md', file_text: 'x' } as const;
  expect(await runnable.run(file)).toBe('File created: /memories/x.md');
  await expect(runnable.run(file)).rejects.toThrow(/^Error: \/memories\/x\.md exists already/);
  expect(openAiTools([tool])[0]?.function.name).toBe('memory');
  expect(anthropicTools([tool])[0]?.name).toBe('memory');
  expect(Object.keys(aiSdkTools([tool]))).toEqual(['memory']);
});
