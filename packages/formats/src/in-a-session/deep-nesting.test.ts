import {
  type AgentMemory,
  AgentMemoryError,
  createAgentMemory,
  createBudget,
  inMemoryStore,
  textOf,
} from '@agent-memory/core';
import { sessionCatalog } from '@agent-memory/sessions';
import { afterEach, expect, test } from 'vitest';
import { aiSdk, aiSdkUi, anthropic, chatTemplate, google, openAiResponses } from '../index.ts';

const FORMATS = [
  'openai',
  openAiResponses,
  anthropic,
  google,
  aiSdk,
  aiSdkUi,
  chatTemplate,
] as const;

type Format = (typeof FORMATS)[number];

const nameOf = (format: Format) => (format === 'openai' ? format : format.name);
const LEVELS = [10_000, 1_000_000] as const;

const memories: AgentMemory[] = [];
afterEach(() => Promise.all(memories.splice(0).map((memory) => memory.dispose())));

let made = 0;
function aMemory(options: object = {}): AgentMemory {
  made += 1;
  const memory = createAgentMemory({
    id: `deep-${made}`,
    budget: createBudget({ contextWindow: 8_000_000 }),
    ...options,
  });
  memories.push(memory);
  return memory;
}

function nested(levels: number, wrap: (held: unknown) => unknown): unknown {
  let value: unknown = 'x';
  for (let level = 0; level < levels; level += 1) value = wrap(value);
  return value;
}
const lists = (levels: number) => nested(levels, (held) => [held]);
const objects = (levels: number) => nested(levels, (held) => ({ a: held }));

/** As a caller without types, or with data from elsewhere, would give it. */
function untyped(value: unknown): never {
  return value as never;
}

/** A schema that lets everything pass. */
const anything = {
  '~standard': { version: 1, vendor: 'test', validate: (value: unknown) => ({ value }) },
} as const;

/** Each public call through which data of any depth may come. */
const ENTRY_POINTS: readonly (readonly [call: string, give: (deep: unknown) => unknown])[] = [
  ...FORMATS.flatMap((format) => {
    const give = (message: object) => aMemory().append(untyped(message), { format });
    const id = format === aiSdkUi ? { id: 'm1' } : {};
    return [
      [
        `metadata (${nameOf(format)})`,
        (deep: unknown) => give({ ...id, role: 'user', content: 'a', parts: [], metadata: deep }),
      ],
      [
        `a part (${nameOf(format)})`,
        (deep: unknown) => give({ ...id, role: 'user', content: [{ type: 'x', deep }] }),
      ],
      [
        `content (${nameOf(format)})`,
        (deep: unknown) => give({ ...id, role: 'user', content: deep }),
      ],
      [
        `reconcile (${nameOf(format)})`,
        (deep: unknown) =>
          aMemory().reconcile([untyped({ id: 'm1', role: 'user', content: deep })], { format }),
      ],
      [
        `initialMessages (${nameOf(format)})`,
        (deep: unknown) =>
          aMemory({
            initialMessages: { format, messages: [{ ...id, role: 'user', content: deep }] },
          }).append({ role: 'user', content: 'a' }),
      ],
    ] as const;
  }),
  ['a message', (deep) => aMemory().append(untyped(deep))],
  [
    'the own form',
    (deep) => aMemory().append({ role: 'user', parts: [{ type: 'unknown', value: deep }] }),
  ],
  [
    'the input of a call',
    (deep) =>
      aMemory().append(
        { role: 'assistant', content: [{ type: 'tool_use', id: 'c', name: 'f', input: deep }] },
        { format: anthropic },
      ),
  ],
  [
    'an output with a date in it',
    (deep) =>
      aMemory().append(
        {
          id: 'm1',
          role: 'assistant',
          parts: [
            {
              type: 'tool-f',
              toolCallId: 'c',
              state: 'output-available',
              input: {},
              output: { deep, at: new Date(0) },
            },
          ],
        },
        { format: aiSdkUi },
      ),
  ],
  [
    'a patch of the scratchpad',
    (deep) =>
      aMemory({ scratchpad: { schema: anything, initial: {} } }).patchScratchpad(untyped({ deep })),
  ],
  [
    'a first scratchpad',
    (deep) => aMemory({ scratchpad: { schema: anything, initial: { deep } } }),
  ],
  ['a note', (deep) => aMemory().notes.set('page', untyped(deep))],
  [
    'a part',
    (deep) => aMemory().part({ name: 'a/b', initial: 0, read: Number }).set(untyped(deep)),
  ],
  [
    'a part’s first value',
    (deep) => aMemory().part({ name: 'a/b', initial: deep, read: (value) => value }),
  ],
  ['tools', (deep) => aMemory({ tools: [{ name: 'f', parameters: deep }] })],
  ['toolHints', (deep) => aMemory({ toolHints: { f: { maxTokens: deep } } })],
  ['settings', (deep) => aMemory().configure(untyped({ toolHints: { f: { maxTokens: deep } } }))],
  ['compaction', (deep) => aMemory({ compaction: { prepareAt: deep } })],
  ['the window', (deep) => createBudget({ contextWindow: untyped(deep) })],
  [
    'watermarks',
    (deep) => createBudget({ contextWindow: 32_000, watermarks: { high: untyped(deep), low: 0 } }),
  ],
  ['moveHead', (deep) => aMemory().moveHead(untyped(deep))],
  ['a format', (deep) => aMemory().assemble({ format: untyped(deep) })],
  ['usage', (deep) => aMemory().reportUsage({ inputTokens: untyped(deep) })],
  ['a session file', (deep) => sessionCatalog(inMemoryStore()).import(deep)],
  ['a title', (deep) => sessionCatalog(inMemoryStore()).rename('a', untyped(deep))],
];

/** Made once: a million levels take their time. */
const DEEP = new Map(LEVELS.map((levels) => [levels, [lists(levels), objects(levels)]]));

const CASES = LEVELS.flatMap((levels) =>
  ENTRY_POINTS.map(([call, give]) => [levels, call, give] as const),
);

test.each(CASES)(
  '[MSG-3] data over %i levels is refused by name at the call: %s',
  async (levels, _, give) => {
    for (const deep of DEEP.get(levels) ?? []) {
      const refusal = await Promise.resolve()
        .then(() => give(deep))
        .then(
          () => undefined,
          (error: unknown) => error,
        );
      expect(refusal).toSatisfy(AgentMemoryError.isInstance);
      expect(String(refusal).length).toBeLessThan(4_000);
    }
  },
);

test('[PAD-2] a scratchpad that is too deep says where and the limit, and the old one stays', async () => {
  const memory = aMemory({ scratchpad: { schema: anything, initial: { step: 1 } } });
  await expect(memory.patchScratchpad(untyped({ found: objects(10_000) }))).rejects.toThrow(
    'found: is nested deeper than 500 levels',
  );
  await memory.append({ role: 'user', content: 'Go on.' });
  expect(memory.getState().scratchpad).toEqual({ step: 1 });
  await memory.patchScratchpad(untyped({ step: objects(400) }));
  expect(JSON.stringify(await memory.assemble())).toContain('Go on.');
});

test.each([lists, objects])(
  '[MSG-3] up to 500 levels are taken, stored, filed and read back',
  async (make) => {
    const store = inMemoryStore();
    const memory = aMemory({ id: 'filed', store });
    const value = { type: 'x', held: make(490) };
    await memory.append({ role: 'user', parts: [{ type: 'unknown', value }] });
    const file = await sessionCatalog(store).export('filed');
    const copy = inMemoryStore();
    await sessionCatalog(copy).import(JSON.parse(JSON.stringify(file)));
    const again = aMemory({ id: 'filed', store: copy });
    await again.ready;
    expect(again.entries()[0]?.message.parts).toEqual([{ type: 'unknown', value }]);
  },
);

const texts = (levels: number) => [
  '['.repeat(levels) + ']'.repeat(levels),
  `${'{"a":'.repeat(levels)}"secret \\u0041"${'}'.repeat(levels)}`,
];

test.each(
  LEVELS.flatMap((levels) => FORMATS.map((format) => [levels, nameOf(format), format] as const)),
)(
  '[MSG-6] arguments and results of %i levels in a text go through the whole session, and out as %s',
  async (levels, _, format) => {
    for (const text of texts(levels === 10_000 ? levels : 100_000)) {
      const memory = aMemory({
        store: inMemoryStore(),
        redact: (words: string) => words.replaceAll('secret A', '…'),
      });
      const call = { id: 'c', type: 'function', function: { name: 'f', arguments: text } } as const;
      await memory.append([
        { role: 'user', content: 'Look.' },
        { role: 'assistant', content: null, tool_calls: [call] },
        { role: 'tool', tool_call_id: 'c', content: text },
      ]);
      const context = await memory.assemble({ format });
      const { plan: __, ...sent } = context;
      expect(JSON.stringify(sent).length).toBeGreaterThan(text.length);
      expect((await memory.messages({ format })).length).toBeGreaterThan(1);
      await memory.append({ role: 'user', content: 'And now?' });
      await memory.compact();
      const { items } = memory.plan();
      expect(items.map(({ message }) => textOf(message))).toContain('And now?');
      expect(memory.entries()).toHaveLength(4);
    }
  },
);

test('[STO-5] a secret in arguments that are too deep to be walked is taken out all the same', async () => {
  const store = inMemoryStore();
  const memory = aMemory({
    id: 'secret',
    store,
    redact: (words: string) => words.replaceAll('secret A', '…'),
  });
  const [, text = ''] = texts(10_000);
  const call = { id: 'c', type: 'function', function: { name: 'f', arguments: text } } as const;
  await memory.append([
    { role: 'user', content: 'Go.' },
    { role: 'assistant', content: null, tool_calls: [call] },
  ]);
  const stored = JSON.stringify((await store.load('secret'))?.entries);
  expect(stored).not.toContain('secret');
  expect(stored).toContain('…');
});
