import { aiSdkUi } from '@agent-memory/formats';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { MessageFormat, ReadMessage } from '../../formats/message-format.ts';
import { InvalidMessageError } from '../../ground/errors/errors.ts';
import { UnknownEntryError } from '../../ground/errors/unknown-entry-error.ts';
import { textOf } from '../../message/message.ts';
import { inMemoryStore } from '../../store/in-memory-store.ts';
import { aTextMessage, aToolCall, aToolResult } from '../../testing/builders.ts';
import { aScriptedStore } from '../../testing/scripted-store.ts';
import { simpleCounter } from '../../testing/simple-counter.ts';
import { aSimulatedAbort } from '../../testing/simulated-abort.ts';
import { aSimulatedClock } from '../../testing/simulated-clock.ts';
import { fixedBudget } from '../../tokens/budget/token-budget.ts';
import type { AgentMemory, AgentMemoryOptions } from '../agent-memory.ts';
import { createAgentMemory } from '../create-agent-memory.ts';

function aMemory(options: Partial<AgentMemoryOptions> = {}): AgentMemory {
  return createAgentMemory({
    id: 'chat',
    budget: fixedBudget(100_000),
    tokenCounter: simpleCounter,
    clock: aSimulatedClock(),
    ...options,
  });
}

/** A message as a visible list has it: an answer holds its calls, their results and its steps. */
interface Shown {
  readonly id?: string;
  readonly role: 'user' | 'assistant';
  readonly text: string;
  /** A call that the text is followed by. */
  readonly call?: { readonly id: string; readonly result?: string; readonly step?: string };
}

let reads = 0;

const shownFormat: MessageFormat<Shown, { readonly messages: readonly Shown[] }> = {
  name: 'shown',
  read(input) {
    reads += 1;
    const { id, role, text, call } = input as Shown;
    if (typeof text !== 'string') throw new InvalidMessageError('text', 'must be text.');
    const named = (pieceId: string | undefined) => (pieceId === undefined ? {} : { id: pieceId });
    if (!call) return [{ ...named(id), message: aTextMessage(role, text) }];
    const { parts } = aToolCall({ callId: call.id });
    const step = { role, parts: [...aTextMessage(role, text).parts, ...parts] };
    const pieces: ReadMessage[] = [{ ...named(id), message: step }];
    if (call.result !== undefined) {
      const message = aToolResult({ callId: call.id, text: call.result });
      pieces.push({ ...named(id && `${id}/${call.id}`), message });
    }
    if (call.step !== undefined) {
      pieces.push({ ...named(id && `${id}#2`), message: aTextMessage(role, call.step) });
    }
    return pieces;
  },
  write: (entries) =>
    entries.map(({ id, message }) => ({ id, role: 'assistant', text: textOf(message) })),
  render: () => ({ messages: [] }),
};

const user = (id: string, text = id): Shown => ({ id, role: 'user', text });
const reply = (id: string, text = id): Shown => ({ id, role: 'assistant', text });

const reconcile = (memory: AgentMemory, list: readonly Shown[]) =>
  memory.reconcile(list, { format: shownFormat });

/** The texts of the conversation as it stands. */
const said = (memory: AgentMemory) => memory.entries().map(({ message }) => textOf(message));
const ids = (memory: AgentMemory) => memory.entries().map(({ id }) => id);
const everyBranch = (memory: AgentMemory) => memory.branches().map(({ headId }) => headId);

test('[MSG-5] a list of which nothing is known goes on from the head, and is not added again', async () => {
  const memory = aMemory();
  await memory.append({ role: 'user', content: 'Hello' });
  const list = [user('u1'), reply('a1')];
  const entries = await reconcile(memory, list);
  expect(entries.map(({ id }) => id)).toEqual(['u1', 'a1']);
  expect(await reconcile(memory, list)).toEqual(entries);
  expect(said(memory)).toEqual(['Hello', 'u1', 'a1']);
});

test('[MSG-5] an edited message is appended under an id of its own, and the original stays', async () => {
  const memory = aMemory();
  await reconcile(memory, [user('u1'), reply('a1'), user('u2'), reply('a2')]);
  await reconcile(memory, [user('u1'), reply('a1'), user('u2', 'other'), reply('a3')]);
  expect(ids(memory)).toEqual(['u1', 'a1', 'u2~2', 'a3']);
  expect(memory.entry('u2')?.message).toEqual(aTextMessage('user', 'u2'));
  expect(everyBranch(memory)).toEqual(['a2', 'a3']);
  // Edited again, and back: what was said before is taken up and not stored twice.
  await reconcile(memory, [user('u1'), reply('a1'), user('u2', 'third')]);
  expect(ids(memory)).toEqual(['u1', 'a1', 'u2~3']);
  await reconcile(memory, [user('u1'), reply('a1'), user('u2', 'other'), reply('a3')]);
  expect(ids(memory)).toEqual(['u1', 'a1', 'u2~2', 'a3']);
  await reconcile(memory, [user('u1'), reply('a1'), user('u2'), reply('a2')]);
  expect(ids(memory)).toEqual(['u1', 'a1', 'u2', 'a2']);
});

test('[MSG-5] a list that ends earlier moves the head: the last answer is asked for anew', async () => {
  const memory = aMemory();
  await reconcile(memory, [user('u1'), reply('a1')]);
  expect((await reconcile(memory, [user('u1')])).map(({ id }) => id)).toEqual(['u1']);
  expect(memory.getState().headId).toBe('u1');
  await reconcile(memory, [user('u1'), reply('a2')]);
  expect(ids(memory)).toEqual(['u1', 'a2']);
  expect(everyBranch(memory)).toEqual(['a1', 'a2']);
});

test('[MSG-5] a list may begin in the middle of the conversation', async () => {
  const memory = aMemory();
  const list = [user('u1'), reply('a1'), user('u2'), reply('a2')];
  await reconcile(memory, list);
  await reconcile(memory, [...list.slice(2), user('u3')]);
  expect(ids(memory)).toEqual(['u1', 'a1', 'u2', 'a2', 'u3']);
  await reconcile(memory, [reply('a1', 'better')]);
  expect(said(memory)).toEqual(['u1', 'better']);
});

test('[MSG-5] an answer that grows goes on where it was; its results and steps are entries of their own', async () => {
  const memory = aMemory();
  const called: Shown = { ...reply('a1', 'Looking.'), call: { id: 'c' } };
  const answered: Shown = { ...called, call: { id: 'c', result: 'Found.' } };
  const done: Shown = { ...called, call: { id: 'c', result: 'Found.', step: 'Three.' } };
  await reconcile(memory, [user('u1'), called]);
  await reconcile(memory, [user('u1'), answered]);
  await reconcile(memory, [user('u1'), done, user('u2')]);
  expect(ids(memory)).toEqual(['u1', 'a1', 'a1/c', 'a1#2', 'u2']);
  expect(everyBranch(memory)).toEqual(['u2']);
});

test('[MSG-5] a result that comes when the conversation has gone on stands behind its call', async () => {
  const memory = aMemory();
  const called: Shown = { ...reply('a1', 'Looking.'), call: { id: 'c' } };
  await reconcile(memory, [user('u1'), called, user('u2')]);
  await reconcile(memory, [
    user('u1'),
    { ...called, call: { id: 'c', result: 'Late.' } },
    user('u2'),
  ]);
  expect(said(memory)).toEqual(['u1', 'Looking.', 'Late.', 'u2']);
  expect(ids(memory)).toEqual(['u1', 'a1', 'a1/c', 'u2~2']);
});

test('[MSG-5] what a provider alone reads does not make a message another one', async () => {
  const memory = aMemory();
  const named = { id: 'a', role: 'assistant', content: 'Hi', name: 'Ann' } as const;
  const [entry] = await memory.reconcile([named]);
  expect(await memory.reconcile([{ id: 'a', role: 'assistant', content: 'Hi' }])).toEqual([entry]);
});

test('[MSG-5] messages without ids are known by their place', async () => {
  const memory = aMemory();
  const list = ['one', 'two', 'three'].map((text): Shown => ({ role: 'user', text }));
  await reconcile(memory, list);
  await reconcile(memory, list);
  expect(said(memory)).toEqual(['one', 'two', 'three']);
  await reconcile(memory, [...list.slice(0, 1), { role: 'user', text: 'other' }]);
  expect(said(memory)).toEqual(['one', 'other']);
  await reconcile(memory, list);
  expect(said(memory)).toEqual(['one', 'two', 'three']);
  expect(memory.branches()).toHaveLength(2);
});

test('[MSG-5] ids that nobody knows ahead of a known one do not matter where the words are the same', async () => {
  const memory = aMemory();
  await reconcile(memory, [reply('greeting', 'Hello'), user('u1')]);
  await reconcile(memory, [reply('another-id', 'Hello'), user('u1'), reply('a1')]);
  expect(ids(memory)).toEqual(['greeting', 'u1', 'a1']);
  await reconcile(memory, [reply('third-id', 'Goodbye'), user('u1'), reply('a1')]);
  expect(said(memory)).toEqual(['Hello', 'Goodbye', 'u1', 'a1']);
});

test('[MSG-5] an id that the list has twice is stored twice, once', async () => {
  const memory = aMemory();
  const list = [user('u'), user('u')];
  await reconcile(memory, list);
  await reconcile(memory, list);
  expect(ids(memory)).toEqual(['u', 'u~2']);
});

test('[MSG-3] where one message is refused nothing is changed', async () => {
  const memory = aMemory();
  await reconcile(memory, [user('u1'), reply('a1')]);
  const refused = reconcile(memory, [user('u1', 'edited'), { id: 'x', role: 'user' } as never]);
  await expect(refused).rejects.toMatchObject({
    code: 'INVALID_MESSAGE',
    field: 'messages.1.text',
  });
  expect(said(memory)).toEqual(['u1', 'a1']);
});

test('[MSG-5] an empty list says nothing', async () => {
  const memory = aMemory();
  await reconcile(memory, [user('u1')]);
  expect(await reconcile(memory, [])).toEqual([]);
  expect(said(memory)).toEqual(['u1']);
});

test('[STO-4] a list that is synchronised is stored, also where it says nothing new', async () => {
  const store = aScriptedStore(inMemoryStore());
  const memory = aMemory({ store });
  await memory.ready;
  store.failNext('commit', new Error('full'));
  await expect(reconcile(memory, [user('u1')])).rejects.toThrow('full');
  await reconcile(memory, [user('u1')]);
  expect((await store.load('chat'))?.entries.map(({ id }) => id)).toEqual(['u1']);
});

test('[STO-5] stored entries that were redacted are still what the list says', async () => {
  const store = inMemoryStore();
  const redact = (text: string) => text.replaceAll('4111', '[card]');
  const list = [user('u1', 'Pay with 4111'), reply('a1')];
  const first = aMemory({ store, redact });
  await reconcile(first, list);
  await first.dispose();
  const second = aMemory({ store, redact });
  await reconcile(second, list);
  expect(said(second)).toEqual(['Pay with [card]', 'a1']);
  expect(second.branches()).toHaveLength(1);
});

test('[RCT-4] a list whose signal has aborted changes nothing', async () => {
  const memory = aMemory();
  await memory.ready;
  const { signal, abort } = aSimulatedAbort();
  abort(new Error('Enough.'));
  await expect(memory.reconcile([{ role: 'user', content: 'x' }], { signal })).rejects.toThrow(
    'Enough.',
  );
  expect(said(memory)).toEqual([]);
});

test('[MSG-5] a long list that did not change is not read again; a message that grew is', async () => {
  const memory = aMemory();
  const list = Array.from({ length: 2_000 }, (_, index) => user(`m-${index}`));
  await reconcile(memory, list);
  await reconcile(memory, list);
  const before = reads;
  await reconcile(memory, [...list]);
  expect(reads).toBe(before);
  Object.assign(list.at(-1) ?? {}, { text: 'grown' });
  await reconcile(memory, [...list]);
  expect(reads).toBe(before + 1);
  expect(said(memory).at(-1)).toBe('grown');
});

test('[MSG-5] a message that the memory gave and cannot read is refused when it comes back', async () => {
  const memory = aMemory();
  await reconcile(memory, [reply('a1'), reply('a2'), reply('a3')]);
  const format = {
    ...shownFormat,
    write: () => [{ role: 'assistant' } as Shown, reply('a2'), reply('a3')],
  };
  const shown = await memory.messages({ format });
  await expect(memory.reconcile(shown, { format })).rejects.toThrow('messages.0.text');
  expect(said(memory)).toEqual(['a1', 'a2', 'a3']);
});

test('[MSG-5] a list that a session began with is not read again when it is shown', async () => {
  const messages = Array.from({ length: 300 }, (_, index) => user(`m-${index}`));
  const memory = aMemory({ initialMessages: { format: shownFormat, messages } });
  await memory.ready;
  const before = reads;
  await reconcile(memory, [...messages, user('next')]);
  expect(reads - before).toBe(1);
});

const WORDS = ['yes', 'no', 'more', 'why'];

const DEEDS = ['say', 'answer', 'call', 'result', 'step', 'edit', 'regenerate', 'cut', 'back'];

/** A thing that somebody may do to a visible list. */
const arbitraryDeed = fc.record({
  kind: fc.constantFrom(...DEEDS),
  at: fc.nat(),
  word: fc.constantFrom(...WORDS),
});

/** The list after a deed; `number` is a new one each time. */
function listAfter(
  list: readonly Shown[],
  { kind, at, word }: { readonly kind: string; readonly at: number; readonly word: string },
  number: number,
  seen: readonly (readonly Shown[])[],
): readonly Shown[] {
  const index = list.length === 0 ? 0 : at % list.length;
  const chosen = list[index];
  const call = chosen?.call;
  const withCall = (more: object) =>
    chosen && call ? list.with(index, { ...chosen, call: { ...call, ...more } }) : list;
  switch (kind) {
    case 'say':
      return [...list, user(`u${number}`, word)];
    case 'answer':
      return [...list, reply(`a${number}`, word)];
    case 'call':
      return [...list, { ...reply(`a${number}`, word), call: { id: `c${number}` } }];
    case 'result':
      return call?.result === undefined ? withCall({ result: word }) : list;
    case 'step':
      return call?.result === undefined ? list : withCall({ step: word });
    case 'edit':
      return chosen ? [...list.slice(0, index), { ...chosen, text: `${word}!` }] : list;
    case 'regenerate':
      // A list of which nothing is known would go on from the head.
      return list.length > 1 ? [...list.slice(0, -1), reply(`a${number}`, word)] : list;
    case 'cut':
      return list.slice(0, Math.max(1, list.length - 1 - (at % 3)));
    default:
      return seen[at % Math.max(1, seen.length)] ?? list;
  }
}

test('[MSG-5] after `reconcile` the conversation says what the list says, nothing stands twice and nothing is lost (seed 20261122)', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(arbitraryDeed, { maxLength: 16 }),
      fc.nat(3),
      async (deeds, window) => {
        const memory = aMemory();
        const seen: (readonly Shown[])[] = [];
        const originals = new Map<string, string>();
        let list: readonly Shown[] = [];
        for (const [number, deed] of deeds.entries()) {
          list = listAfter(list, deed, number, seen);
          if (list.length > 0) seen.push(list);
          const from = isContinued(seen, list, window) ? window : 0;
          await reconcile(memory, list.slice(from));

          const expected = list.flatMap((shown) =>
            shownFormat.read(shown).map(({ message }) => textOf(message)),
          );
          if (list.length > 0) expect(said(memory)).toEqual(expected);
          for (const { id, message } of memory.entries()) originals.set(id, textOf(message));
          const entries = [...originals.keys()].map((id) => memory.entry(id));
          expect(entries.map((entry) => entry && textOf(entry.message))).toEqual([
            ...originals.values(),
          ]);
          const places = entries.map((entry) => JSON.stringify([entry?.parentId, entry?.message]));
          expect(new Set(places).size).toBe(places.length);
        }
      },
    ),
    { seed: 20261122, numRuns: 300 },
  );
});

/** Tells whether the list goes on from the one before it behind a window, and then has more. */
function isContinued(
  seen: readonly (readonly Shown[])[],
  list: readonly Shown[],
  window: number,
): boolean {
  const before = seen.at(-2) ?? [];
  const isSame = list.slice(0, window + 1).every((shown, index) => shown === before[index]);
  return isSame && list.length > window;
}

test.each([null, undefined, {}, 'text'])(
  '[MSG-3] %j is no list of messages, and is refused as such',
  async (list) => {
    const memory = aMemory();
    await reconcile(memory, [user('u1')]);
    await expect(memory.reconcile(list as never)).rejects.toMatchObject({
      code: 'INVALID_MESSAGE',
      field: 'messages',
    });
    expect(said(memory)).toEqual(['u1']);
  },
);

test('[MSG-5] a list that is said to be the whole conversation takes away what stood ahead of it', async () => {
  const memory = aMemory();
  const said = (id: string): Shown => ({ id, role: 'user', text: `Words of ${id}` });
  const texts = () => memory.entries().map(({ message }) => textOf(message));
  await memory.append([said('a'), said('b'), said('c')], { format: shownFormat });
  const list = [said('b'), said('c'), said('d')];
  for (const whole of [list, list, [...list, said('e')]]) {
    await memory.reconcile(whole, { format: shownFormat, after: null });
    expect(texts()).toEqual(whole.map(({ text }) => text));
  }
  expect(memory.branches()).toHaveLength(2);
  await expect(memory.reconcile(list, { format: shownFormat, after: 'nobody' })).rejects.toThrow(
    UnknownEntryError,
  );
  expect(memory.entries()).toHaveLength(4);
});

test('[MSG-5] a message that was changed in its place is an edit, wherever it stands in the list', async () => {
  const memory = aMemory();
  const format = aiSdkUi;
  await memory.append([
    aTextMessage('user', 'When is a train to Ghent?'),
    aTextMessage('assistant', 'At 9:40.'),
    aTextMessage('user', 'And back?'),
    aTextMessage('assistant', 'At 18:10.'),
  ]);
  const list = await memory.messages({ format });
  // Twice, so that the list is one that was read before.
  await memory.reconcile(list, { format });
  await memory.reconcile(list, { format });
  expect(memory.branches()).toHaveLength(1);
  const first = list[0]?.parts[0] as { text: string };
  first.text = 'When is a train to Porto?';
  await memory.reconcile(list, { format });
  expect(memory.entries().map(({ message }) => textOf(message))[0]).toBe(first.text);
  Object.defineProperty(list[1], 'role', {
    enumerable: true,
    get: () => {
      throw new TypeError('broken');
    },
  });
  await expect(memory.reconcile(list, { format })).rejects.toThrow(InvalidMessageError);
});
