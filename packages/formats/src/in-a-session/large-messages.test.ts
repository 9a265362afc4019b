import {
  type AgentMemory,
  type AgentMemoryOptions,
  createAgentMemory,
  createBudget,
  InvalidMessageError,
  inMemoryStore,
} from '@agent-memory/core';
import { sessionCatalog } from '@agent-memory/sessions';
import { afterEach, expect, test, vi } from 'vitest';
import { aiSdk, aiSdkUi, anthropic } from '../index.ts';

const memories: AgentMemory[] = [];
afterEach(() => {
  vi.restoreAllMocks();
  return Promise.all(memories.splice(0).map((memory) => memory.dispose()));
});

let made = 0;
function aMemory(options: Partial<AgentMemoryOptions> = {}): AgentMemory {
  made += 1;
  const memory = createAgentMemory({
    id: `large-${made}`,
    budget: createBudget({ contextWindow: 8_000_000 }),
    ...options,
  });
  memories.push(memory);
  return memory;
}

/** As a caller without types would give it. */
function untyped(value: unknown): never {
  return value as never;
}

/** JSON of more than two megabytes. */
const table = {
  rows: Array.from({ length: 40_000 }, (_, id) => ({ id, name: `row ${id}`, due: '2026-11-27' })),
};
const json = JSON.stringify(table);

const say = { role: 'user', content: 'Write them all.' };

/** A call with the table as its arguments, and in formats that keep values also as its result. */
const MESSAGES = {
  openai: [
    say,
    {
      role: 'assistant',
      content: null,
      tool_calls: [{ id: 'c', type: 'function', function: { name: 'f', arguments: json } }],
    },
    { role: 'tool', tool_call_id: 'c', content: 'done' },
  ],
  anthropic: [
    say,
    { role: 'assistant', content: [{ type: 'tool_use', id: 'c', name: 'f', input: table }] },
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'c', content: 'done' }] },
  ],
  'ai-sdk': [
    say,
    {
      role: 'assistant',
      content: [{ type: 'tool-call', toolCallId: 'c', toolName: 'f', input: table }],
    },
    {
      role: 'tool',
      content: [
        {
          type: 'tool-result',
          toolCallId: 'c',
          toolName: 'f',
          output: { type: 'json', value: table },
        },
      ],
    },
  ],
  'ai-sdk-ui': [
    { id: 'u', role: 'user', parts: [{ type: 'text', text: 'Write them all.' }] },
    {
      id: 'a',
      role: 'assistant',
      parts: [
        { type: 'tool-f', toolCallId: 'c', state: 'output-available', input: table, output: table },
      ],
    },
  ],
} as const;

const FORMATS = [
  ['openai', 'openai'],
  ['anthropic', anthropic],
  ['ai-sdk', aiSdk],
  ['ai-sdk-ui', aiSdkUi],
] as const;

/** JSON of more characters is not to be read or written in one go. */
const MOST_AT_ONCE = 1_000_000;

test.each(FORMATS)(
  '[MSG-3] arguments of a hundred thousand values are never read or written in one go (%s)',
  async (name, format) => {
    const parse = vi.spyOn(JSON, 'parse');
    const stringify = vi.spyOn(JSON, 'stringify');
    const store = inMemoryStore();
    const memory = aMemory({ id: `spied-${name}`, store });
    const messages = untyped(MESSAGES[name]);
    await memory.append(messages, { format });
    const context = await memory.assemble({ format });
    const written = await memory.messages({ format });
    await memory.reconcile(messages, { format });
    await memory.dispose();
    const file = await sessionCatalog(store).export(`spied-${name}`);
    await sessionCatalog(inMemoryStore()).import(file);
    const read = parse.mock.calls.map(([text]) => text.length);
    const said = stringify.mock.results.map(({ value }) => String(value).length);
    vi.restoreAllMocks();
    expect(read.concat(said).filter((length) => length > MOST_AT_ONCE)).toEqual([]);
    expect(JSON.parse(JSON.stringify(written))).toEqual(MESSAGES[name]);
    expect(JSON.stringify(context.messages)).toContain('row 39999');
  },
);

const few = Array.from({ length: 50_001 }, (_, at) => at);
const names = Object.fromEntries(Array.from({ length: 100_001 }, (_, at) => [`name ${at}`, at]));

/** More than can be kept without holding the page up, by the call and the words of the refusal. */
const TOO_MUCH: readonly (readonly [
  name: string,
  give: (memory: AgentMemory) => unknown,
  RegExp,
])[] = [
  [
    'a text',
    (memory) => memory.append({ role: 'user', content: 'x'.repeat(10_000_001) }),
    /has 10000001 characters of text, and at most 10000000 are taken; nothing of it is kept\. Store the text elsewhere/,
  ],
  [
    'an argument',
    (memory) =>
      memory.append({
        role: 'assistant',
        content: null,
        tool_calls: [
          { id: 'c', type: 'function', function: { name: 'f', arguments: 'x'.repeat(1e7 + 1) } },
        ],
      }),
    /has 10000001 characters/,
  ],
  [
    'a part that is kept as it is',
    (memory) => memory.append(untyped({ role: 'user', content: [{ type: 'other', few }] })),
    /more than 50000 values in fields and parts that are kept/,
  ],
  [
    'a data part',
    (memory) =>
      memory.append(
        untyped({ id: 'd', role: 'assistant', parts: [{ type: 'data-rows', data: few }] }),
        { format: aiSdkUi },
      ),
    /more than 50000 values in fields and parts that are kept as they are; nothing of it is kept\. Store them elsewhere/,
  ],
  [
    'one object of a call',
    (memory) =>
      memory.append(
        untyped({
          role: 'assistant',
          content: [{ type: 'tool_use', id: 'c', name: 'f', input: names }],
        }),
        { format: anthropic },
      ),
    /`message` holds an object of more than 100000 names\. Nothing of the message is kept; append a reference/,
  ],
];

test.each(TOO_MUCH)(
  '[MSG-3] too much in %s is refused with the limit and what to do, and the session goes on',
  async (_, give, words) => {
    const memory = aMemory({ store: inMemoryStore() });
    await memory.append({ role: 'user', content: 'Before.' });
    const refusal = await Promise.resolve()
      .then(() => give(memory))
      .catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(InvalidMessageError);
    expect(String(refusal)).toMatch(words);
    await memory.append({ role: 'user', content: 'Behind.' });
    expect(memory.entries()).toHaveLength(2);
  },
);

test('[STO-5] what an earlier version stored is loaded, whatever its size', async () => {
  const store = inMemoryStore();
  const memory = aMemory({ id: 'earlier', store });
  await memory.append([
    { role: 'user', content: 'short' },
    { role: 'user', parts: [{ type: 'unknown', value: ['x'] }] },
  ]);
  await memory.dispose();
  const file = JSON.parse(JSON.stringify(await sessionCatalog(store).export('earlier')));
  file.session.entries[0].message.parts[0].text = 'x'.repeat(10_000_001);
  file.session.entries[1].message.parts[0].value = few;
  const other = inMemoryStore();
  await sessionCatalog(other).import(file);
  const again = aMemory({ id: 'earlier', store: other });
  await again.ready;
  expect(again.entries()).toHaveLength(2);
  expect(again.entries()[1]?.message.parts).toEqual([{ type: 'unknown', value: few }]);
});

test('[MSG-3] an import counts a long text in steps', async () => {
  const { readingSessionFile } = await import('../../../sessions/src/files/session-file.ts');
  const store = inMemoryStore();
  const memory = aMemory({ id: 'long', store });
  await memory.append({ role: 'user', content: 'word '.repeat(200_000) });
  await memory.dispose();
  const steps = readingSessionFile(await sessionCatalog(store).export('long'));
  let count = 0;
  while (!steps.next().done) count += 1;
  expect(count).toBeGreaterThan(20);
});
