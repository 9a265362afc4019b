import { aSimulatedClock, type SimulatedClock } from '@agent-memory/core/testing';
import {
  createLongTermMemory,
  type LongTermMemory,
  type MemoryDraft,
  type WriteOutcome,
} from '@agent-memory/long-term';
import { FIXTURE_NOW_MS } from './plan-fixture.ts';

export const DAY_MS = 86_400_000;

/** A real long-term memory on a clock that stands at `FIXTURE_NOW_MS`, and the ids of its records. */
export interface KnownRecords {
  readonly longTerm: LongTermMemory;
  readonly clock: SimulatedClock;
  readonly ids: Readonly<Record<'seat' | 'aisle' | 'guess' | 'order' | 'tea', string>>;
}

/** The id of a draft that was stored. */
export function idOf(outcome: WriteOutcome): string {
  if (outcome.kind === 'refused') throw new Error(outcome.refusal.sentence);
  return outcome.record.id;
}

/** A traveller's memory of twelve days: a seat that was corrected, a guess that fades, an order, tea. */
export async function knownRecords(): Promise<KnownRecords> {
  const clock = aSimulatedClock(FIXTURE_NOW_MS - 12 * DAY_MS);
  const longTerm = createLongTermMemory({
    clock,
    user: 'ada',
    namespace: 'project:apollo',
    hypothesisLifeMs: Number.POSITIVE_INFINITY,
    sweepEveryMs: 0,
    utcOffsetMinutes: 0,
  });
  const store = async (draft: MemoryDraft) => idOf(await longTerm.store(draft));
  const seat = await store({
    ...{ type: 'user', kind: 'preference', subject: 'seat', source: 'user_stated' },
    text: 'Ada prefers a window seat.',
    evidence: [{ sessionId: 'support-4127', entryId: 'entry-3' }],
  });
  const order = await store({
    ...{ type: 'project', kind: 'identifier', key: 'order', value: 'R-20418', pinned: true },
    text: 'The order has the number R-20418.',
    source: 'tool_verified',
  });
  clock.advance(8 * DAY_MS);
  const aisle = idOf(await longTerm.correct(seat, 'Ada prefers an aisle seat.'));
  clock.advance(DAY_MS);
  const guess = await store({
    ...{ type: 'user', kind: 'fact', subject: 'travel', source: 'agent_inferred' },
    text: 'Ada travels by train.',
  });
  clock.advance(3 * DAY_MS);
  const tea = await store({
    ...{ type: 'user', kind: 'preference', subject: 'drink', source: 'user_stated' },
    text: 'Ada prefers green tea.',
  });
  return { longTerm, clock, ids: { seat, aisle, guess, order, tea } };
}

/** A memory with many records, a minute apart; the newest has the highest number. */
export async function manyRecords(count: number): Promise<LongTermMemory> {
  const clock = aSimulatedClock(FIXTURE_NOW_MS - count * 60_000);
  const longTerm = createLongTermMemory({ clock, user: 'ada', sweepEveryMs: 0 });
  for (let number = 1; number <= count; number += 1) {
    clock.advance(60_000);
    await longTerm.store({
      ...{ type: 'user', kind: 'fact', source: 'user_stated' },
      text: `Parcel ${number} stands on shelf ${number % 40}.`,
    });
  }
  return longTerm;
}
