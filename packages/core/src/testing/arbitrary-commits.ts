import fc from 'fast-check';
import type { Part } from '../message/message.ts';
import type { SessionChange } from '../storage/memory-store.ts';
import type { Entry } from '../transcript/entry.ts';
import { aCompactionRecord, anEntry, aTokenCount, START_MS, someOverlays } from './builders.ts';

/** One commit of a random sequence. */
export interface ArbitraryCommit {
  readonly sessionId: string;
  readonly change: SessionChange;
}

interface Step {
  readonly sessionId: string;
  /** How many entries are added. */
  readonly added: number;
  /** How far before (negative: a repetition) or behind (a gap) the end the first one stands. */
  readonly offset: number;
  readonly parts: readonly Part[];
  readonly takesWrongId: boolean;
  /** How much earlier on its branch each entry stands than in the order of appending; 0: there is one branch. */
  readonly forkDepth: number;
  /** Which entry is said to be the head: `null` for none. */
  readonly headPlace: number | null | undefined;
  readonly title: { readonly value: string } | undefined;
  readonly overlayEpoch: number | undefined;
  readonly scratchpad: { readonly value: unknown } | undefined;
  readonly system: { readonly value: string } | undefined;
  readonly compacts: boolean;
  readonly countedSeq: number | undefined;
}

const part: fc.Arbitrary<Part> = fc.oneof(
  fc.record({ type: fc.constant('text' as const), text: fc.string({ unit: 'binary' }) }),
  fc.record({ type: fc.constant('unknown' as const), value: fc.jsonValue() }),
);

const step: fc.Arbitrary<Step> = fc.record({
  sessionId: fc.constantFrom('a', 'b'),
  added: fc.nat({ max: 4 }),
  offset: fc.oneof({ weight: 8, arbitrary: fc.constant(0) }, fc.integer({ min: -3, max: 1 })),
  parts: fc.array(part, { maxLength: 3 }),
  takesWrongId: fc.oneof({ weight: 9, arbitrary: fc.constant(false) }, fc.constant(true)),
  forkDepth: fc.oneof({ weight: 6, arbitrary: fc.constant(0) }, fc.nat({ max: 3 })),
  headPlace: fc.option(fc.option(fc.nat({ max: 6 }), { freq: 4 }), { freq: 1, nil: undefined }),
  title: fc.option(fc.record({ value: fc.string({ maxLength: 3 }) }), { nil: undefined }),
  overlayEpoch: fc.option(fc.nat({ max: 5 }), { nil: undefined }),
  scratchpad: fc.option(fc.record({ value: fc.jsonValue() }), { nil: undefined }),
  system: fc.option(fc.record({ value: fc.string({ unit: 'binary' }) }), { nil: undefined }),
  compacts: fc.boolean(),
  countedSeq: fc.option(fc.nat({ max: 6 }), { nil: undefined }),
});

/**
 * Random sequences of commits to two sessions: appends, repetitions, overlaps, and now and then
 * one that a store has to refuse (a gap, a position taken by another id, a head that others moved).
 *
 * @example
 * await fc.assert(
 *   fc.asyncProperty(arbitraryCommits(), async (commits) => {
 *     for (const { sessionId, change } of commits) await store.commit(sessionId, change);
 *   }),
 * );
 */
export function arbitraryCommits(): fc.Arbitrary<readonly ArbitraryCommit[]> {
  return fc.array(step, { minLength: 1, maxLength: 12 }).map((steps) => {
    const lengths = new Map<string, number>();
    return steps.map((one, index) => {
      const length = lengths.get(one.sessionId) ?? 0;
      const first = Math.max(0, length + one.offset);
      lengths.set(one.sessionId, Math.max(length, first + one.added));
      return { sessionId: one.sessionId, change: changeOf(one, first, index) };
    });
  });
}

function changeOf(given: Step, firstPlace: number, index: number): SessionChange {
  const entries = Array.from({ length: given.added }, (_, offset) => {
    const place = firstPlace + offset;
    const message = { role: 'user' as const, parts: given.parts };
    const entry = forked(anEntry({ seq: place, message }), given.forkDepth);
    return given.takesWrongId ? { ...entry, id: `wrong-${index}` } : entry;
  });
  return {
    atMs: START_MS + index,
    ...(given.added > 0 && { entries }),
    ...(given.headPlace !== undefined && { head: { value: idAt(given.headPlace) } }),
    ...(given.title && { title: given.title }),
    ...(given.overlayEpoch !== undefined && {
      overlays: {
        value: someOverlays({ epoch: given.overlayEpoch }),
        settingsKey: `epoch-${given.overlayEpoch}`,
      },
    }),
    ...(given.scratchpad && { scratchpad: given.scratchpad }),
    ...(given.system && { system: given.system }),
    ...(given.compacts && { compaction: aCompactionRecord({ id: `compaction-${index}` }) }),
    ...(given.countedSeq !== undefined && {
      tokens: new Map([[given.countedSeq, aTokenCount({ value: index })]]),
    }),
  };
}

function forked(entry: Entry, depth: number): Entry {
  const seq = Math.max(0, entry.seq - depth);
  return seq === entry.seq ? entry : { ...entry, seq, position: entry.seq, unitStart: seq };
}

function idAt(place: number | null): string | null {
  return place === null ? null : anEntry({ seq: place }).id;
}
