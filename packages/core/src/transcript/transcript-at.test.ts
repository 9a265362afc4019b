import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { StoreCorruptError } from '../ground/errors/store-errors.ts';
import { storedTranscript } from '../store/stored-transcript.ts';
import {
  aForkedEntry,
  anEntry,
  aTextMessage,
  aTokenCount,
  START_MS,
  someEntries,
} from '../testing/builders.ts';
import { entriesFrom } from './entries-from.ts';
import type { Entry } from './entry.ts';
import {
  appended,
  emptyTranscript,
  entryOf,
  headIdOf,
  placeOf,
  seqOf,
  type Transcript,
} from './transcript.ts';
import { commonLength, everyEntry, transcriptAt } from './transcript-at.ts';

/** Six entries, two of them (places 4 and 5) on a branch behind the second. */
const forked: readonly Entry[] = [
  ...someEntries(0, 4),
  aForkedEntry(4, 1),
  { ...aForkedEntry(5, 2), parentId: 'fork-4' },
];
const idAt = (place: number) => forked[place]?.id ?? null;

function placesOn({ log, length }: Transcript): readonly number[] {
  return log.slice(0, length).map(placeOf);
}

test('[MSG-5] a path leads from the head back to the start, and the rest stands elsewhere', () => {
  const ours = transcriptAt(forked, idAt(3));
  expect(placesOn(ours)).toEqual([0, 1, 2, 3]);
  expect(ours.log.elsewhere.map(placeOf)).toEqual([4, 5]);
  const theirs = transcriptAt(forked, idAt(5));
  expect(placesOn(theirs)).toEqual([0, 1, 4, 5]);
  expect(theirs.log.elsewhere.map(placeOf)).toEqual([2, 3]);
  expect([headIdOf(ours), headIdOf(theirs)]).toEqual([idAt(3), idAt(5)]);
});

test('[MSG-5] without entries elsewhere there is one shared empty list', () => {
  const whole = transcriptAt(someEntries(0, 3), anEntry({ seq: 2 }).id);
  expect(whole.log.elsewhere).toBe(emptyTranscript().log.elsewhere);
  expect(whole.log.elsewhere).toEqual([]);
});

test('[MSG-5] a head that is nowhere leaves nothing on the path', () => {
  const anew = transcriptAt(forked, null);
  expect(anew.length).toBe(0);
  expect(anew.log.elsewhere).toHaveLength(6);
  expect(() => transcriptAt(forked, 'nobody')).toThrow('nobody');
});

test('[MSG-5] an entry is found on whichever branch, and has a place on the path or none', () => {
  const theirs = transcriptAt(forked, idAt(5));
  expect(entryOf(theirs, 'fork-4')).toBe(forked[4]);
  expect(entryOf(theirs, idAt(3) ?? '')).toBe(forked[3]);
  expect(entryOf(theirs, 'nobody')).toBeUndefined();
  expect([seqOf(theirs, 'fork-4'), seqOf(theirs, idAt(3) ?? '')]).toEqual([2, undefined]);
});

test('[MSG-5] what is appended stands behind all branches in the order of appending', () => {
  const draft = {
    id: 'next',
    createdAtMs: START_MS,
    message: aTextMessage('user', 'next'),
    tokens: aTokenCount(),
  };
  const next = appended(transcriptAt(forked, idAt(3)), draft);
  expect(next.log.at(4)).toMatchObject({ seq: 4, position: 6, parentId: idAt(3) });
  expect(next.log.elsewhere).toHaveLength(2);
  const again = { ...draft, id: 'fork-4' };
  expect(appended(next, again)).toBe(next);
  // An older value of the same path goes its own way and knows the same branches.
  const old = appended(transcriptAt(forked, idAt(3)), draft);
  const other = appended({ ...old, length: 4 }, { ...draft, id: 'other' });
  expect(other.log).not.toBe(old.log);
  expect(other.log.elsewhere).toEqual(old.log.elsewhere);
});

test('[MSG-5] branches are told in the order in which they ended, with what they have in common', () => {
  const { log, length } = transcriptAt(forked, idAt(3));
  expect(log.branches(length)).toEqual([
    { headId: idAt(3), entries: 4, forkedAfter: null, isCurrent: true },
    { headId: idAt(5), entries: 4, forkedAfter: idAt(1), isCurrent: false },
  ]);
  const inner = transcriptAt(forked, idAt(0));
  expect(inner.log.branches(inner.length)).toEqual([
    { headId: idAt(0), entries: 1, forkedAfter: null, isCurrent: true },
    { headId: idAt(3), entries: 4, forkedAfter: idAt(0), isCurrent: false },
    { headId: idAt(5), entries: 4, forkedAfter: idAt(0), isCurrent: false },
  ]);
  const anew = transcriptAt(forked, null);
  expect(anew.log.branches(0).map(({ forkedAfter }) => forkedAfter)).toEqual([null, null]);
});

/** Trees: each entry says how far back its parent stands, beyond the first: it begins anew. */
const trees = fc
  .array(fc.nat({ max: 6 }), { minLength: 1, maxLength: 40 })
  .map((backs): readonly Entry[] => {
    const entries: Entry[] = [];
    for (const [place, back] of backs.entries()) {
      const parent = entries[place - 1 - back];
      const seq = parent ? parent.seq + 1 : 0;
      const entry = anEntry({ seq, id: `e-${place}`, parentId: parent?.id ?? null });
      entries.push(seq === place ? entry : { ...entry, position: place });
    }
    return entries;
  });

test('[MSG-5] every head of every tree gives its path, all entries, and what comes behind a place', async () => {
  await fc.assert(
    fc.property(trees, fc.nat(), fc.nat(), (entries, one, other) => {
      const heads = [one, other].map((place) => entries[place % entries.length]?.id ?? null);
      const [transcript, second] = heads.map((headId) => transcriptAt(entries, headId));
      if (!transcript || !second) throw new Error('There are two heads.');
      expect(everyEntry(transcript)).toEqual(entries);
      expect(headIdOf(transcript)).toBe(heads[0]);
      for (const place of [0, one % (entries.length + 2), entries.length]) {
        expect(entriesFrom(transcript, place)).toEqual(entries.slice(place));
      }
      for (const entry of entries) {
        const seq = transcript.log.seqAt(placeOf(entry));
        expect(seq).toBe(seqOf(transcript, entry.id));
      }
      const common = commonLength(transcript, second);
      const [way, otherWay] = [transcript, second].map(placesOn);
      expect(way?.slice(0, common)).toEqual(otherWay?.slice(0, common));
      const ends = [way?.[common], otherWay?.[common]];
      expect(ends[0] === undefined || ends[0] !== ends[1]).toBe(true);
      expect(everyEntry(transcriptAt(everyEntry(transcript), heads[1] ?? null))).toEqual(entries);
      const info = { id: 's', createdAtMs: 1, updatedAtMs: 1, entries: entries.length };
      const stored = storedTranscript({ info, entries, headId: heads[0] ?? null });
      expect({ ...stored, log: undefined }).toEqual({ ...transcript, log: undefined });
    }),
  );
});

test('[STO-2] a tree with a damaged entry is said to be damaged, with the place', () => {
  const info = { id: 's', createdAtMs: 1, updatedAtMs: 1, entries: 6 };
  expect(headIdOf(storedTranscript({ info, entries: forked }))).toBe(idAt(5));
  expect(storedTranscript({ info, entries: [] }).length).toBe(0);
  const damaged = (changed: Partial<Entry>) =>
    forked.map((entry, place) => (place === 4 ? { ...entry, ...changed } : entry));
  for (const changed of [
    { parentId: 'nobody' },
    { parentId: null },
    { parentId: idAt(2) },
    { seq: 3 },
    { position: 5 },
    { id: 'entry-000000' },
    { unitStart: 0 },
  ]) {
    const open = () => storedTranscript({ info, entries: damaged(changed) });
    expect(open).toThrow(StoreCorruptError);
    expect(open).toThrow('position 4');
  }
  expect(() => storedTranscript({ info, entries: forked, headId: 'nobody' })).toThrow('nobody');
});
