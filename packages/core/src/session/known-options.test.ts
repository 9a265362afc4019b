import { sessionCatalog } from '@agent-memory/sessions';
import { afterEach, expect, test } from 'vitest';
import { headTail, slidingWindow } from '../compaction/policies/windows.ts';
import * as formats from '../formats.ts';
import { InvalidOptionError } from '../ground/errors/errors.ts';
import * as core from '../index.ts';
import { defaultScratchpad } from '../live/scratchpad/default-scratchpad.ts';
import { inMemoryStore } from '../store/in-memory-store.ts';
import type { StoredPart } from '../store/stored-part.ts';
import { createBudget, fixedBudget } from '../tokens/budget/token-budget.ts';
import { loadTiktokenCounter } from '../tokens/tiktoken-counter.ts';
import type { AgentMemory, AgentMemoryOptions } from './agent-memory.ts';
import { createAgentMemory } from './create-agent-memory.ts';
import type { MemoryFeature } from './feature.ts';

const memories: AgentMemory[] = [];
afterEach(() => Promise.all(memories.splice(0).map((memory) => memory.dispose())));

/** As a caller without types, or with options that were spread from elsewhere, would call it. */
function aMemory(options: object = {}): AgentMemory {
  const complete = { id: 'support', budget: fixedBudget(2_000), ...options };
  const memory = createAgentMemory(complete);
  memories.push(memory);
  return memory;
}

/** Each place where options are handed in, and a call with something in that place. */
const PLACES: readonly {
  readonly place: string;
  /** A name that there is, spelt wrongly, and how it is spelt. */
  readonly wrong: string;
  readonly right: string;
  readonly give: (options: never) => unknown;
}[] = [
  {
    place: '',
    wrong: 'contexWindow',
    right: 'contextWindow',
    give: (options: object | null) =>
      createAgentMemory(untyped(options && { ...aBase(), ...options })),
  },
  { place: '', wrong: 'maxReplyToken', right: 'maxReplyTokens', give: budgetOptions },
  {
    place: 'reserved',
    wrong: 'sytem',
    right: 'system',
    give: (reserved: object) => createBudget({ contextWindow: 32_000, reserved }),
  },
  {
    place: 'watermarks',
    wrong: 'hihg',
    right: 'high',
    give: (watermarks: { high: number; low: number }) => fixedBudget(2_000, watermarks),
  },
  {
    place: 'budget',
    wrong: 'highToken',
    right: 'highTokens',
    give: (budget: object | null) =>
      aMemory({ budget: budget && { ...fixedBudget(2_000), ...budget } }),
  },
  ...within('compaction', 'prepareAd', 'prepareAt', (compaction) => ({ compaction })),
  ...within('breaker', 'coolDown', 'coolDownMs', (breaker) => ({ compaction: { breaker } })),
  ...within('toolHints.clock', 'ephemral', 'ephemeral', (clock) => ({ toolHints: { clock } })),
  {
    place: 'scratchpad',
    wrong: 'initail',
    right: 'initial',
    give: (scratchpad: object | null) =>
      aMemory({ scratchpad: scratchpad && { ...defaultScratchpad, ...scratchpad } }),
  },
  { place: 'slidingWindow', wrong: 'message', right: 'messages', give: slidingWindow },
  { place: 'headTail', wrong: 'mesages', right: 'messages', give: headTail },
  { place: 'loadTiktokenCounter', wrong: 'encodnig', right: 'encoding', give: loadTiktokenCounter },
  { place: 'features', wrong: 'atach', right: 'attach', give: featureWith },
  { place: 'attach', wrong: 'liveSection', right: 'liveSections', give: attachGiving },
  { place: 'liveSections', wrong: 'leed', right: 'lead', give: sectionWith },
  { place: 'part', wrong: 'inital', right: 'initial', give: partWith },
  {
    place: 'sessionCatalog',
    wrong: 'redcat',
    right: 'redact',
    give: (options: object) => sessionCatalog(inMemoryStore(), options),
  },
  ...catalogCall('list', (catalog, options) => catalog.list(options)),
  ...catalogCall('rename', (catalog, options) => catalog.rename('support', 'Order', options)),
  ...catalogCall('export', (catalog, options) => catalog.export('support', options)),
  ...catalogCall('import', (catalog, options) => catalog.import({}, options)),
  ...catalogCall('delete', (catalog, options) => catalog.delete('support', options)),
  ...memoryCall('append', (memory, options) => memory.append([], options)),
  ...memoryCall('reconcile', (memory, options) => memory.reconcile([], options)),
  ...memoryCall('moveHead', (memory, options) => memory.moveHead(null, options)),
  ...memoryCall('messages', (memory, options) => memory.messages(options)),
  ...memoryCall('assemble', (memory, options) => memory.assemble(options)),
  ...memoryCall('reload', (memory, options) => memory.reload(options)),
  ...memoryCall('loadOlder', (memory, options) => memory.loadOlder(options)),
  ...memoryCall('compact', (memory, options) => memory.compact(options)),
  ...memoryCall('previewCompaction', (memory, options) => memory.previewCompaction(options)),
  ...memoryCall('undoCompaction', (memory, options) => memory.undoCompaction('1', options)),
  ...memoryCall('stateAt', (memory, options) => memory.stateAt(1, options)),
  ...memoryCall('remedies', (memory, options) => memory.remedies('1', options)),
  ...memoryCall('archived', (memory, options) => memory.archived(options)),
  ...memoryCall('onOverflow', (memory, options) => memory.onOverflow(options)),
  ...memoryCall('reportUsage', (memory, options) =>
    memory.reportUsage({ inputTokens: 10 }, options),
  ),
  ...memoryCall('patchScratchpad', (memory, options) => memory.patchScratchpad({}, options)),
  ...memoryCall('writeBack', (memory, options) => memory.writeBack(options)),
  ...memoryCall('configure', (memory, options) => memory.configure({}, options)),
  {
    place: 'configure',
    wrong: 'polciy',
    right: 'policy',
    give: (settings: object) => aMemory().configure(settings),
  },
  {
    place: 'plan',
    wrong: 'livehost',
    right: 'liveHosts',
    give: (options: object) => aMemory().plan(options),
  },
  {
    place: 'entries',
    wrong: 'fromSequence',
    right: 'fromSeq',
    give: (range: object) => aMemory().entries(range),
  },
];

/** Passes a value in as a caller without types may. */
function untyped(value: unknown): never {
  return value as never;
}

function aBase(): AgentMemoryOptions {
  return { id: 'support', budget: fixedBudget(2_000) };
}

function budgetOptions(options: object | null): unknown {
  return createBudget(untyped(options && { contextWindow: 32_000, ...options }));
}

function aSection() {
  const render = () => ({ text: 'Rain' });
  return { id: 'sky', kind: 'notes', share: 0.1, lead: 'Sky', revision: () => 1, render } as const;
}

function featureWith(fields: object | null): unknown {
  const feature: MemoryFeature = { name: 'sky', attach: () => undefined };
  return aMemory({ features: [fields && { ...feature, ...fields }] });
}

function attachGiving(slots: object | null): unknown {
  return aMemory({ features: [{ name: 'sky', attach: () => slots }] });
}

function sectionWith(fields: object | null): unknown {
  return attachGiving({ liveSections: [fields && { ...aSection(), ...fields }] });
}

function partWith(fields: object | null): unknown {
  const part: StoredPart<number> = { name: 'my-app/visits', initial: 0, read: Number };
  return aMemory().part(untyped(fields && { ...part, ...fields }));
}

function within(
  place: string,
  wrong: string,
  right: string,
  optionsWith: (nested: object) => object,
) {
  return [{ place, wrong, right, give: (nested: object) => aMemory(optionsWith(nested)) }];
}

type Options = object;

function memoryCall(
  place: keyof AgentMemory,
  call: (memory: AgentMemory, options: Options) => unknown,
) {
  const give = (options: Options) => call(aMemory(), options);
  return [{ place, wrong: 'singal', right: 'signal', give }];
}

function catalogCall(
  place: string,
  call: (catalog: ReturnType<typeof sessionCatalog>, options: Options) => unknown,
) {
  const give = (options: Options) => call(sessionCatalog(inMemoryStore()), options);
  return [{ place, wrong: 'singal', right: 'signal', give }];
}

async function refusal(give: (options: never) => unknown, options: unknown): Promise<unknown> {
  try {
    await give(untyped(options));
    return undefined;
  } catch (error) {
    return error;
  }
}

test.each(PLACES)('[OBS-3] $place refuses $wrong and names $right', async (row) => {
  const { place, wrong, right, give } = row;
  const error = await refusal(give, { [wrong]: undefined });
  expect(error).toBeInstanceOf(InvalidOptionError);
  expect(error).toMatchObject({
    code: 'INVALID_OPTION',
    option: place === '' ? wrong : `${place}.${wrong}`,
    message: `Unknown option \`${wrong}\`${place && ` in \`${place}\``}: did you mean \`${right}\`?`,
  });
});

test.each(PLACES)('[OBS-3] $place refuses null as an options object', async ({ give }) => {
  expect(await refusal(give, null)).toMatchObject({ code: 'INVALID_OPTION' });
});

test('[OBS-3] a name that is near to none is answered with those that there are', () => {
  expect(() => aMemory({ compaction: { temperature: 1 } })).toThrow(
    'Unknown option `temperature` in `compaction`; known: breaker, summaryTimeoutMs, prepareAt.',
  );
});

test('[OBS-3] initial messages with their format have no other field', () => {
  const initialMessages = { fromat: 'openai', messages: [] };
  expect(() => aMemory({ initialMessages })).toThrow(
    'Unknown option `fromat` in `initialMessages`: did you mean `format`?',
  );
});

test('[OBS-3] an inherited option is read like an own one, and refused like it', () => {
  const known = Object.create({ budget: fixedBudget(2_000) });
  expect(createAgentMemory(Object.assign(known, { id: 'support' })).id).toBe('support');
  const unknown = Object.create({ contexWindow: 1 });
  expect(() => createAgentMemory(unknown)).toThrow('did you mean `contextWindow`?');
});

test('[OBS-3] every function of a memory refuses unknown options, or takes none', () => {
  const withoutOptions = [
    'branches',
    'clearError',
    'dispose',
    'entry',
    'explain',
    'getState',
    'history',
  ];
  const others = ['onEvent', 'subscribe', 'together'];
  const refusing = new Set(PLACES.map(({ place }) => place));
  const functions = Object.entries(Object.getOwnPropertyDescriptors(aMemory()))
    .filter(([, { value }]) => typeof value === 'function')
    .map(([name]) => name);
  expect(functions.filter((name) => !refusing.has(name)).toSorted()).toEqual([
    ...withoutOptions,
    ...others,
  ]);
});

test('[OBS-3] a feature, a section and a part may be instances of a class with fields of its own', () => {
  class Sky {
    readonly name = 'sky';
    readonly drawn = aSection();
    attach() {
      return { liveSections: [Object.assign(Object.create(Sky.prototype), this.drawn, { of: 1 })] };
    }
  }
  class Visits {
    readonly name = 'my-app/visits';
    readonly initial = 0;
    readonly unit = 'visits';
    read(value: unknown) {
      return Number(value);
    }
  }
  const memory = aMemory({ features: [new Sky()] });
  expect(memory.part(new Visits()).get()).toBe(0);
});

/** Functions of core's entry points that take no options object; classes of errors apart. */
const WITHOUT_OPTIONS = [
  'estimateTokens',
  'inMemoryStore',
  'parseMessage',
  'textOf',
  'toolCallsOf',
  'toolResultsOf',
];

/** Functions whose options stand in the table above under another place than their own name. */
const ELSEWHERE = {
  createAgentMemory: '',
  createBudget: 'reserved',
  fixedBudget: 'watermarks',
} as const;

test('[OBS-3] every function of the entry points refuses unknown options, or takes none', () => {
  const refusing = new Set(PLACES.map(({ place }) => place));
  const functions = Object.entries({ ...core, ...formats })
    .filter(([, value]) => typeof value === 'function' && !(value.prototype instanceof Error))
    .map(([name]) => name)
    .filter((name) => !refusing.has(name) && !Object.hasOwn(ELSEWHERE, name));
  expect(functions.toSorted()).toEqual(WITHOUT_OPTIONS);
  expect(Object.values(ELSEWHERE).filter((place) => !refusing.has(place))).toEqual([]);
});

test('[OBS-3] [STO-5] every option of a memory may be inherited, as from defaults of an app', async () => {
  const store = inMemoryStore();
  const defaults = {
    ...{ store, system: 'Be brief.', contextWindow: 8_000 },
    redact: (text: string) => text.replaceAll('ZFA04Y', '[code]'),
  };
  const memory = createAgentMemory(Object.assign(Object.create(defaults), { id: 'inherited' }));
  await memory.append({ role: 'user', content: 'Book ZFA04Y.' });
  expect((await memory.assemble()).messages[0]).toMatchObject({ content: 'Be brief.' });
  const { entries = [] } = (await store.load('inherited')) ?? {};
  expect(entries.map(({ message }) => core.textOf(message))).toEqual(['Book [code].']);
});

test('[OBS-3] a refused call changes nothing', async () => {
  const memory = aMemory();
  const options: object = { affter: null };
  await expect(memory.append({ role: 'user', content: 'Hello' }, options)).rejects.toThrow('after');
  await memory.ready;
  expect(memory.entries()).toEqual([]);
});

function makeAStore() {
  return inMemoryStore();
}

/** Values that plug in, in a shape that a caller without types may give, and what is said of them. */
const PORTS: readonly (readonly [option: string, given: unknown, sentence: string])[] = [
  ['store', makeAStore, 'write `store: makeAStore()` if it makes one'],
  ['store', {}, 'Option `store` must have a function `load`.'],
  ['summarizer', async () => 'Short.', '`summarizer: { summarize: … }` if it is one'],
  ['summarizer', {}, 'Option `summarizer` must have a function `summarize`.'],
  ['summarizer', null, 'Option `summarizer` must have a function `summarize`.'],
  ['tokenCounter', (text: string) => text.length, '`tokenCounter: { count: … }` if it is one'],
  ['contextCounter', {}, 'Option `contextCounter` must have a function `count`.'],
  ['clock', {}, 'Option `clock` must have a function `nowMs`.'],
  ['clock', Date, 'Option `clock` must have a function `nowMs`'],
  ['clock', { nowMs: Date.now, startTimer: 5 }, 'must have a function `startTimer`.'],
  ['createId', 'x', 'Option `createId` must be a function; got string.'],
  ['policy', slidingWindow, 'Option `policy` must have a `name`, a function `choose`'],
  ['features', [{}], 'Option `features` must hold features'],
  ['redact', {}, 'Option `redact` must be a function; got object.'],
  [
    'scratchpad',
    { schema: {}, initial: {} },
    'Option `scratchpad.schema` must be a Standard Schema',
  ],
  ['scratchpad', { initial: {} }, 'Option `scratchpad.schema` must be a Standard Schema'],
];

test.each(PORTS)(
  '[OBS-3] `%s` in a wrong shape is refused at construction: %j',
  (option, given, sentence) => {
    expect(() => aMemory({ [option]: given })).toThrow(InvalidOptionError);
    expect(() => aMemory({ [option]: given })).toThrow(sentence);
  },
);

test('the first value of a part is one that nobody can change', () => {
  const initial = { seen: ['a'] };
  const definition = { name: 'my-app/seen', initial, read: () => initial };
  const part = aMemory().part(definition);
  expect(part.get()).toEqual({ seen: ['a'] });
  expect(part.get()).toBe(part.get());
  expect(Object.isFrozen(part.get()) && Object.isFrozen(part.get().seen)).toBe(true);
  initial.seen.push('b');
  expect(part.get()).toEqual({ seen: ['a'] });
});
