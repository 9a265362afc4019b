import { aSimulatedClock } from '@agent-memory/core/testing';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '../records/time.ts';
import { createLongTermMemory } from './create-long-term-memory.ts';

const RUNS = { numRuns: 300, seed: 20261123 };

const KEYS = ['home', 'work', 'team'] as const;
const VALUES = ['Paris', 'Rome', 'Oslo'] as const;

type Step =
  | {
      readonly kind: 'set';
      readonly key: string;
      readonly value: string;
      readonly isInferred: boolean;
      readonly lifeMs: number | undefined;
    }
  | { readonly kind: 'forget' | 'verify' | 'reject' | 'pin' | 'unpin'; readonly key: string }
  | { readonly kind: 'erase'; readonly key: string }
  | { readonly kind: 'cleanup' }
  | { readonly kind: 'wait'; readonly ms: number };

const key = fc.constantFrom(...KEYS);
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('set' as const),
      key,
      value: fc.constantFrom(...VALUES),
      isInferred: fc.boolean(),
      lifeMs: fc.option(fc.integer({ min: 1, max: 3 * HOUR_MS }), { nil: undefined }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constantFrom('forget', 'verify', 'reject', 'pin', 'unpin'),
      key,
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('erase' as const), key }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'cleanup' as const }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('wait' as const),
      ms: fc.oneof(fc.integer({ min: 0, max: 2 }), fc.integer({ min: 0, max: 2 * HOUR_MS })),
    }),
  },
);

/** A record as the reference holds it. */
interface Row {
  readonly key: string;
  readonly value: string;
  readonly isSure: boolean;
  readonly endsAtMs: number;
  readonly isPinned: boolean;
  readonly isOver: boolean;
  readonly isRejected: boolean;
}

/** The same memory told naively: after each step a copy of everything, kept for ever. */
class Reference {
  #rows = new Map<string, Row>();
  readonly #snapshots: { atMs: number; rows: Map<string, Row> }[] = [];
  readonly #corrects = new Map<string, Set<string>>();
  readonly #erased = new Set<string>();

  apply(step: Step, nowMs: number): void {
    if (step.kind === 'set') this.#set(step, nowMs);
    else if (step.kind === 'cleanup') this.#sweep(nowMs);
    else if (step.kind === 'erase') this.#erase(step.key);
    else if (step.kind !== 'wait') this.#change(step.kind, step.key, nowMs);
    this.#snapshots.push({ atMs: nowMs, rows: new Map(this.#rows) });
  }

  asOf(atMs: number): string[] {
    const then = this.#snapshots.findLast((snapshot) => snapshot.atMs <= atMs);
    return [...(then?.rows.values() ?? [])]
      .filter((row) => holds(row, atMs))
      .map((row) => `${row.key}: ${row.value}`)
      .sort();
  }

  #set({ key, value, isInferred, lifeMs }: Step & { kind: 'set' }, nowMs: number): void {
    const id = `${key}: ${value}`;
    // The user's own word lifts an erasure and a rejection; an inference does neither.
    if (isInferred && (this.#erased.has(id) || this.#rows.get(id)?.isRejected)) return;
    this.#erased.delete(id);
    const endsAtMs = lifeMs === undefined ? Number.POSITIVE_INFINITY : nowMs + lifeMs;
    const current = this.#current(key);
    const isHeld = current !== undefined && holds(current.row, nowMs);
    if (isHeld && current.row.value === value) {
      const isSure = current.row.isSure || !isInferred;
      const isWeaker = current.row.isSure && isInferred;
      this.#rows.set(id, {
        ...current.row,
        isSure,
        endsAtMs: isWeaker ? current.row.endsAtMs : Math.max(current.row.endsAtMs, endsAtMs),
      });
      return;
    }
    if (isHeld && current.row.isSure && isInferred) return;
    if (current && current.id !== id) {
      this.#rows.set(current.id, { ...current.row, isOver: true });
      const corrected = this.#corrects.get(id) ?? new Set<string>();
      this.#corrects.set(id, corrected.add(current.id));
    }
    this.#rows.set(id, {
      key,
      value,
      isSure: !isInferred,
      endsAtMs,
      isPinned: false,
      isOver: false,
      isRejected: false,
    });
  }

  #change(kind: string, key: string, nowMs: number): void {
    const current = this.#current(key);
    if (!current || !holds(current.row, nowMs)) return;
    const changes: Readonly<Record<string, Partial<Row>>> = {
      forget: { isOver: true },
      reject: { isOver: true, isRejected: true },
      verify: { isSure: true },
      pin: { isPinned: true },
      unpin: { isPinned: false },
    };
    this.#rows.set(current.id, { ...current.row, ...changes[kind] });
  }

  #sweep(nowMs: number): void {
    for (const [id, row] of this.#rows) {
      if (!holds(row, nowMs)) this.#rows.set(id, { ...row, isOver: true });
    }
  }

  #erase(key: string): void {
    const current = this.#current(key);
    const waiting = current ? [current.id] : [];
    for (const id of waiting) {
      if (this.#erased.has(id)) continue;
      this.#erased.add(id);
      waiting.push(...(this.#corrects.get(id) ?? []));
      this.#corrects.delete(id);
      this.#rows.delete(id);
      for (const { rows } of this.#snapshots) rows.delete(id);
    }
  }

  #current(key: string): { readonly id: string; readonly row: Row } | undefined {
    for (const [id, row] of this.#rows) if (row.key === key && !row.isOver) return { id, row };
    return undefined;
  }
}

function holds(row: Row, atMs: number): boolean {
  if (row.isOver) return false;
  return row.isPinned || row.endsAtMs > atMs;
}

test('[LTM-7] as of any time, random histories are what a naive reference says', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async (steps) => {
      const clock = aSimulatedClock();
      const memory = createLongTermMemory({ clock, user: 'ada', utcOffsetMinutes: 0 });
      const reference = new Reference();
      const times = [clock.nowMs() - 1];
      for (const one of steps) {
        if (one.kind === 'wait') clock.advance(one.ms);
        else await carryOut(memory, one, clock.nowMs());
        reference.apply(one, clock.nowMs());
        times.push(clock.nowMs(), clock.nowMs() + MINUTE_MS);
      }
      times.push(clock.nowMs() + 5 * HOUR_MS);
      for (const atMs of times) {
        const known = await memory.asOf(atMs);
        expect(known.map(({ record }) => record.text).sort()).toEqual(reference.asOf(atMs));
      }
      const listed = (await memory.list({}, { limit: 100 })).items;
      expect(listed.map(({ record }) => record.text).sort()).toEqual(reference.asOf(clock.nowMs()));
    }),
    RUNS,
  );
});

async function carryOut(
  memory: ReturnType<typeof createLongTermMemory>,
  step: Exclude<Step, { readonly kind: 'wait' }>,
  nowMs: number,
): Promise<void> {
  if (step.kind === 'cleanup') return void (await memory.cleanup());
  if (step.kind === 'erase') return void (await memory.erase({ key: step.key }));
  if (step.kind !== 'set') return void (await memory[step.kind]({ key: step.key }));
  const { key: name, value, isInferred, lifeMs } = step;
  await memory.set(name, value, {
    source: isInferred ? 'agent_inferred' : 'user_stated',
    ...(lifeMs === undefined ? {} : { expiresAtMs: nowMs + lifeMs }),
  });
}
