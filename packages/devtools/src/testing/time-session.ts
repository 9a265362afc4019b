import {
  type AgentMemory,
  createAgentMemory,
  estimatingCounter,
  fixedBudget,
  headTail,
  type MemoryFeature,
} from '@agent-memory/core';
import { aSimulatedClock } from '@agent-memory/core/testing';
import { createLongTermMemory, retrievedRecords } from '@agent-memory/long-term';
import { FIXTURE_NOW_MS } from './plan-fixture.ts';

const CALLS = 60;
/** Said in the first message, and asked for in the last one. */
export const BOOKING_NUMBER = 'PAY-9C0417';

const STOPS = ['Porto', 'Braga', 'Coimbra', 'Lisbon', 'Faro', 'Madrid', 'Toledo'];

/**
 * A real session of 60 calls over two hours, on a clock of its own: a trip is planned, records are
 * retrieved for it, and it compacts on its way. After call 14 it is compacted by hand, which is taken back
 * after call 15; after call 30 a message does not fit and is taken back, after call 40 other settings
 * hold, and a feature fails on the message of call 50.
 */
export async function timeSession(): Promise<AgentMemory> {
  const clock = aSimulatedClock(FIXTURE_NOW_MS - 2 * 3_600_000);
  const longTerm = createLongTermMemory({ user: 'ada', clock, sweepEveryMs: 0 });
  for (const stop of STOPS.slice(0, 3)) {
    const text = `Ada likes a hotel near the station in ${stop}.`;
    await longTerm.store({ type: 'user', kind: 'fact', text, source: 'user_stated' });
  }
  const memory = createAgentMemory({
    id: 'trip-of-two-hours',
    system: 'You plan trips by train. Be brief and exact.',
    budget: fixedBudget(1_500),
    clock,
    features: [retrievedRecords(longTerm, { limit: 1 }), failingOnThePhoto],
    // Figures that stay: better ones would arrive in the middle of a test.
    tokenCounter: estimatingCounter,
  });
  for (let call = 1; call <= CALLS; call += 1) {
    clock.advance(60_000);
    await memory.append({ role: 'user', content: questionOf(call) });
    const { plan } = await memory.assemble();
    if (call % 2 === 0) await memory.reportUsage({ inputTokens: plan.totalTokens + 12 });
    clock.advance(60_000);
    await memory.append({ role: 'assistant', content: answerOf(call) });
    await happenedAfter(memory, call);
  }
  return memory;
}

const failingOnThePhoto: MemoryFeature = {
  name: 'photo-reader',
  attach: () => ({
    readsNewestOnly: true,
    prepare({ lastUser }) {
      if (JSON.stringify(lastUser?.message).includes('unreadable')) throw new Error('No reader.');
    },
  }),
};

function questionOf(call: number): string {
  if (call === CALLS) return `What was my booking number, and where do I sleep tonight?`;
  const stop = STOPS[call % STOPS.length] ?? 'Porto';
  const booking = call === 1 ? ` My booking number is ${BOOKING_NUMBER}.` : '';
  const photo = call === 50 ? ' The photo of the ticket is unreadable.' : '';
  return `I want to see ${stop}: which train goes there on day ${call}?${booking}${photo}`;
}

function answerOf(call: number): string {
  const stop = STOPS[call % STOPS.length] ?? 'Porto';
  return `On day ${call} train IC ${1_500 + call * 3} goes to ${stop} at 09:${String(call % 60).padStart(2, '0')} and costs ${20 + call}.40 EUR. The hotel Central is two minutes from the station; a room is ${70 + call} EUR with breakfast.`;
}

async function happenedAfter(memory: AgentMemory, call: number): Promise<void> {
  if (call === 14) await memory.compact();
  if (call === 15) await memory.undoCompaction();
  if (call === 30) {
    const { headId } = memory.getState();
    await memory.append({ role: 'user', content: 'Read this timetable: '.repeat(600) });
    // It is refused, as the history says; the person takes it back.
    await memory.assemble().catch(() => undefined);
    await memory.moveHead(headId);
  }
  if (call === 40) await memory.configure({ policy: headTail({ messages: 8 }) });
}
