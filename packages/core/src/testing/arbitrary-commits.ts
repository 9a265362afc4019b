import fc from 'fast-check';
import type { HistoryRecord } from '../history/history-record.ts';
import type { Part } from '../message/message.ts';
import type { SessionChange } from '../store/memory-store.ts';
import type { Entry } from '../transcript/entry.ts';
import { aCompactionRecord, anEntry, aTokenCount, START_MS, someOverlays } from './builders.ts';
import { someHistory } from './some-history.ts';

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
  /** The place of the entry that is said to be the head: `null` for none. */
  readonly headPlace: number | null | undefined;
  readonly title: { readonly value: string } | undefined;
  readonly overlayEpoch: number | undefined;
  readonly scratchpad: { readonly value: unknown } | undefined;
  readonly system: { readonly value: string } | undefined;
  readonly compacts: boolean;
  readonly countedSeq: number | undefined;
  /** How many records of history are added. */
  readonly happened: number;
  /** How far before or behind the end of the history the first one stands. */
  readonly historyOffset: number;
  /** How many records of history are kept. */
  readonly historyKept: number | undefined;
  readonly namedParts: ReadonlyMap<string, unknown> | undefined;
}

const part: fc.Arbitrary<Part> = fc.oneof(
  fc.record({ type: fc.constant('text' as const), text: fc.string({ unit: 'binary' }) }),
  fc.record({ type: fc.constant('unknown' as const), value: fc.jsonValue() }),
);

/** Some of them are taken away. */
const namedParts = fc
  .array(fc.tuple(fc.constantFrom('ledger', 'notes', ''), fc.option(fc.jsonValue())))
  .map((named) => new Map(named.map(([name, value]) => [name, value ?? undefined])));

const step: fc.Arbitrary<Step> = fc.record({
  sessionId: fc.constantFrom('a', 'b'),
  added: fc.nat({ max: 4 }),
  offset: fc.oneof({ weight: 8, arbitrary: fc.constant(0) }, fc.integer({ min: -3, max: 1 })),
  parts: fc.array(part, { maxLength: 3 }),
  takesWrongId: fc.oneof({ weight: 9, arbitrary: fc.constant(false) }, fc.constant(true)),
  forkDepth: fc.oneof({ weight: 6, arbitrary: fc.constant(0) }, fc.nat({ max: 3 })),
  headPlace: fc.option(fc.option(fc.nat({ max: 6 }), { freq: 4 }), { freq: 2, nil: undefined }),
  title: fc.option(fc.record({ value: fc.string({ maxLength: 3 }) }), { nil: undefined }),
  overlayEpoch: fc.option(fc.nat({ max: 5 }), { nil: undefined }),
  scratchpad: fc.option(fc.record({ value: fc.jsonValue() }), { nil: undefined }),
  system: fc.option(fc.record({ value: fc.string({ unit: 'binary' }) }), { nil: undefined }),
  compacts: fc.boolean(),
  countedSeq: fc.option(fc.nat({ max: 6 }), { nil: undefined }),
  happened: fc.nat({ max: 3 }),
  historyOffset: fc.oneof(
    { weight: 8, arbitrary: fc.constant(0) },
    fc.integer({ min: -2, max: 1 }),
  ),
  historyKept: fc.option(fc.nat({ max: 4 }), { freq: 2, nil: undefined }),
  namedParts: fc.option(namedParts, { nil: undefined }),
});

/**
 * Random sequences of commits to two sessions: appends, repetitions, overlaps, and now and then
 * one that a store has to refuse (a gap among the entries or in the history, a position taken by
 * another id, a head that others moved).
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
    const lengths = new Map<string, Lengths>();
    return steps.map((one, index) => {
      const { entries, history } = lengths.get(one.sessionId) ?? { entries: 0, history: 0 };
      const first: Lengths = {
        entries: Math.max(0, entries + one.offset),
        history: Math.max(0, history + one.historyOffset),
      };
      lengths.set(one.sessionId, {
        entries: Math.max(entries, first.entries + one.added),
        history: Math.max(history, first.history + one.happened),
      });
      return { sessionId: one.sessionId, change: changeOf(one, first, index) };
    });
  });
}

/** How many of each a session would have if nothing were refused. */
interface Lengths {
  readonly entries: number;
  readonly history: number;
}

function changeOf(given: Step, first: Lengths, index: number): SessionChange {
  const endOfHistory = first.history + given.happened;
  const entries = Array.from({ length: given.added }, (_, offset) => {
    const place = first.entries + offset;
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
    ...(given.happened > 0 && { history: historyOf(first.history, endOfHistory, index) }),
    ...(given.historyKept !== undefined && {
      historyFrom: Math.max(0, endOfHistory - given.historyKept),
    }),
    ...(given.namedParts && { parts: given.namedParts }),
  };
}

/** The same at the same index in every commit, but for the time; now and then one that is another. */
function historyOf(fromIndex: number, toIndex: number, commit: number): readonly HistoryRecord[] {
  return someHistory(fromIndex, toIndex).map((record) => ({
    ...record,
    atMs: START_MS + commit,
    ...(record.kind === 'usage' && commit % 7 === 6 && { inputTokens: commit }),
  }));
}

function forked(entry: Entry, depth: number): Entry {
  const seq = Math.max(0, entry.seq - depth);
  return seq === entry.seq ? entry : { ...entry, seq, position: entry.seq, unitStart: seq };
}

function idAt(place: number | null): string | null {
  return place === null ? null : anEntry({ seq: place }).id;
}
