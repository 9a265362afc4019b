import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Message } from '../message/message.ts';
import { isSameValue } from '../message/same-value.ts';
import { checkTree } from '../store/stored-transcript.ts';
import { aTextMessage, aTokenCount, aToolCall, aToolResult } from '../testing/builders.ts';
import type { Entry } from './entry.ts';
import { type OwnPath, type Rebased, rebased } from './rebased.ts';
import { appended, emptyTranscript, headIdOf, type Transcript } from './transcript.ts';
import { everyEntry, transcriptAt } from './transcript-at.ts';

const RUNS = { numRuns: 300, seed: 20261126 };

/** One thing that a tab does: says something under an id, moves its head, or calls a tool and gets the result. */
type Act =
  | { readonly kind: 'say'; readonly id: string; readonly text: string }
  | { readonly kind: 'call'; readonly results: number }
  | { readonly kind: 'move'; readonly to: number };

/** Ids of chat libraries are unique; those that an app counts are not. */
const ids = fc.oneof(
  { weight: 3, arbitrary: fc.uuid() },
  { weight: 1, arbitrary: fc.constantFrom('m1', 'm2', 'm3') },
);
const said = fc.record({
  kind: fc.constant('say' as const),
  id: ids,
  text: fc.constantFrom('yes', 'no', 'Book it.', 'To Oslo.'),
});
const called = fc.record({
  kind: fc.constant('call' as const),
  results: fc.integer({ min: 0, max: 2 }),
});
const moved = fc.record({ kind: fc.constant('move' as const), to: fc.nat(12) });
const goingOn = fc.oneof({ weight: 3, arbitrary: said }, { weight: 1, arbitrary: called });
const anything = fc.oneof({ weight: 4, arbitrary: goingOn }, { weight: 1, arbitrary: moved });

let made = 0;

function added(transcript: Transcript, id: string, message: Message): Transcript {
  const draft = { id, createdAtMs: made, message, tokens: aTokenCount() };
  return appended(transcript, draft);
}

function wentOn(start: Transcript, acts: readonly Act[]): Transcript {
  let transcript = start;
  for (const act of acts) {
    made += 1;
    if (act.kind === 'say') {
      transcript = added(transcript, act.id, aTextMessage('user', act.text));
    } else if (act.kind === 'move') {
      const entries = everyEntry(transcript);
      const to = entries[act.to % (entries.length + 1)]?.id ?? null;
      transcript = transcriptAt(entries, to);
    } else {
      const callId = `call-${made}`;
      transcript = added(transcript, `c-${made}`, aToolCall({ callId }));
      for (let n = 0; n < act.results; n += 1) {
        transcript = added(transcript, `r-${made}-${n}`, aToolResult({ callId, text: `${n}` }));
      }
    }
  }
  return transcript;
}

function pathOf(transcript: Transcript) {
  return { entries: everyEntry(transcript), headId: headIdOf(transcript) };
}

function ownPath(base: Transcript, own: Transcript): OwnPath {
  return { ...pathOf(own), stored: everyEntry(base).length, storedHeadId: headIdOf(base) };
}

/** Both sides from one start. A fork of a log shares nothing that is behind its end. */
function sides(
  before: readonly Act[],
  theirs: readonly Act[],
  ours: readonly Act[],
): { readonly base: Transcript; readonly stored: Transcript; readonly own: Transcript } {
  const base = wentOn(emptyTranscript(), before);
  const copy = () => transcriptAt(everyEntry(base), headIdOf(base));
  return { base, stored: wentOn(copy(), theirs), own: wentOn(copy(), ours) };
}

function treeOf(stored: Transcript, { entries, headId }: Rebased) {
  return {
    info: { id: 'trip', createdAtMs: 0, updatedAtMs: 0, entries: 0 },
    entries: [...everyEntry(stored), ...entries],
    headId,
  };
}

const placedFor = (base: Transcript, stored: Transcript, own: Transcript): Rebased =>
  rebased(pathOf(stored), ownPath(base, own), isSameValue);

const textsOf = (entries: readonly Entry[]) => entries.map(({ message }) => message.parts);

describe('[NS-2] rebasing', () => {
  test('loses no message of either side, and makes one tree', () => {
    const three = fc.tuple(
      ...[fc.array(anything, { maxLength: 6 }), fc.array(anything, { maxLength: 6 })],
      fc.array(anything, { maxLength: 6 }),
    );
    fc.assert(
      fc.property(three, ([before, theirs, ours]): void => {
        const { base, stored, own } = sides(before, theirs, ours);
        const placed = placedFor(base, stored, own);
        const tree = treeOf(stored, placed);
        expect(checkTree(tree)).toBe(placed.headId);
        for (const entry of everyEntry(own).slice(everyEntry(base).length)) {
          const now = tree.entries.find(({ id }) => id === placed.ids.get(entry.id));
          expect(now?.message).toEqual(entry.message);
        }
      }),
      RUNS,
    );
  });

  test('puts what only went on behind what only went on, each in its order', () => {
    const acts = fc.array(goingOn, { maxLength: 6 });
    fc.assert(
      fc.property(acts, acts, acts, (before, theirs, ours): void => {
        const { base, stored, own } = sides(before, theirs, ours);
        const placed = placedFor(base, stored, own);
        expect(placed.kind).toBe('behind');
        const tree = treeOf(stored, placed);
        const path = transcriptAt(tree.entries, placed.headId);
        const now = path.log.slice(0, path.length);
        const mine = everyEntry(own).slice(base.length);
        const isNew = new Set(placed.entries);
        expect(now.filter((entry) => !isNew.has(entry))).toEqual(everyEntry(stored));
        const places = mine
          .filter(({ id }) => placed.entries.some((entry) => entry.id === placed.ids.get(id)))
          .map(({ id }) => now.findIndex((entry) => entry.id === placed.ids.get(id)));
        expect(places).toEqual(places.toSorted((a, b) => a - b));
      }),
      RUNS,
    );
  });

  test('keeps the result of a tool with its call', () => {
    fc.assert(
      fc.property(
        fc.array(anything, { maxLength: 5 }),
        fc.array(anything, { minLength: 1, maxLength: 5 }),
        fc.array(anything, { maxLength: 5 }),
        (before, theirs, ours): void => {
          const { base, stored, own } = sides(before, theirs, ours);
          const { entries, ids } = placedFor(base, stored, own);
          const all = new Map(
            [...everyEntry(stored), ...entries].map((entry) => [entry.id, entry]),
          );
          for (const entry of everyEntry(own).slice(everyEntry(base).length)) {
            if (entry.unitStart === entry.seq || !entry.parentId) continue;
            const now = all.get(ids.get(entry.id) ?? '');
            const parent = all.get(ids.get(entry.parentId) ?? entry.parentId);
            const wasStored = !ids.has(entry.parentId);
            if (!wasStored) expect(now?.unitStart).toBe(parent?.unitStart);
          }
        },
      ),
      RUNS,
    );
  });

  test('places nothing a second time', () => {
    const acts = fc.array(anything, { maxLength: 6 });
    fc.assert(
      fc.property(acts, acts, acts, (before, theirs, ours): void => {
        const { base, stored, own } = sides(before, theirs, ours);
        const placed = placedFor(base, stored, own);
        const { entries, headId } = treeOf(stored, placed);
        // As after a commit whose answer was lost: this page does not know that it was stored.
        const again = placedFor(base, transcriptAt(entries, headId), own);
        expect(again.entries).toEqual([]);
        expect(again.ids).toEqual(placed.ids);
        expect(again.headId).toBe(headId);
      }),
      RUNS,
    );
  });

  test('a message that both tabs have is there once', () => {
    const hello = { kind: 'say', id: 'm1', text: 'Hello' } as const;
    const { base, stored, own } = sides([], [hello], [hello, { ...hello, id: 'm2', text: 'Hm.' }]);
    const placed = placedFor(base, stored, own);
    expect(placed.entries.map(({ id, parentId }) => [id, parentId])).toEqual([['m2', 'm1']]);
  });

  test('another message under the same id becomes its next version', () => {
    const yes = { kind: 'say', id: 'm1', text: 'Yes.' } as const;
    const { base, stored, own } = sides([], [yes], [{ ...yes, text: 'No.' }]);
    const placed = placedFor(base, stored, own);
    expect(placed.entries.map(({ id, parentId }) => [id, parentId])).toEqual([['m1~2', 'm1']]);
    expect(placed.ids.get('m1')).toBe('m1~2');
  });

  test('where the other tab went back, what was said here is a branch where it was said', () => {
    const say = (id: string) => ({ kind: 'say', id, text: id }) as const;
    const before = [say('u1'), say('a1'), say('u2')];
    const { base, stored, own } = sides(before, [{ kind: 'move', to: 0 }, say('u3')], [say('a2')]);
    const placed = placedFor(base, stored, own);
    expect(placed).toMatchObject({ kind: 'branch', headId: 'u3' });
    expect(placed.entries).toMatchObject([{ id: 'a2', parentId: 'u2', seq: 3, position: 4 }]);
  });

  test('what was stored here, and left since by another tab, stays where it was said', () => {
    const say = (id: string) => ({ kind: 'say', id, text: id }) as const;
    const theirs = [say('u1'), { kind: 'move', to: 1 } as const, say('edited')];
    const { base, stored, own } = sides([], theirs, [say('u1'), say('a1')]);
    const placed = placedFor(base, stored, own);
    expect(placed).toMatchObject({ kind: 'branch', headId: 'edited' });
    expect(placed.entries.map(({ id, parentId }) => [id, parentId])).toEqual([['a1', 'u1']]);
  });

  test('what follows messages that another session under the id has not got begins a branch', () => {
    const say = (id: string) => ({ kind: 'say', id, text: id }) as const;
    const own = wentOn(emptyTranscript(), [say('u1'), say('a1'), say('u2')]);
    const other = wentOn(emptyTranscript(), [say('x1'), say('x2')]);
    const placed = rebased(
      pathOf(other),
      { ...pathOf(own), stored: 2, storedHeadId: '' },
      isSameValue,
    );
    expect(placed).toMatchObject({ kind: 'branch', headId: 'x2' });
    expect(textsOf(placed.entries)).toEqual([[{ type: 'text', text: 'u2' }]]);
    expect(placed.entries).toMatchObject([{ id: 'u2', parentId: null, seq: 0, position: 2 }]);
  });
});
