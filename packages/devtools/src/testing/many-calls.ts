import type { CallFacts, CallMark } from '../source/call-facts.ts';
import { FIXTURE_NOW_MS } from './plan-fixture.ts';

/** Calls between two compactions. */
const COMPACTION_EVERY = 20;
const SECONDS_BETWEEN = 45;

/** A call in figures: 2,740 of 8,000 tokens. Give what is interesting about it. */
export function aCall(call: number, facts: Partial<CallFacts> = {}): CallFacts {
  const tierTokens = { system: 230, archive: 410, working: 2_050, live: 50, headroom: 4_000 };
  const given = { ...tierTokens, ...facts.tierTokens };
  const { system, archive, working, live } = given;
  return {
    call,
    atMs: FIXTURE_NOW_MS - 86_400_000 + call * SECONDS_BETWEEN * 1_000,
    entries: call * 2 - 1,
    totalTokens: system + archive + working + live,
    tokenSource: 'counted',
    inputTokens: 8_000,
    highTokens: 7_200,
    lowTokens: 4_000,
    epoch: 0,
    marks: [],
    compactionIds: [],
    ...facts,
    tierTokens: given,
  };
}

/**
 * The figures of a long session, the same for the same count: the context grows to the watermark and
 * is compacted every 20 calls. Every mark is among them.
 */
export function manyCalls(count: number): readonly CallFacts[] {
  return Array.from({ length: count }, (_, index) => callAt(index + 1));
}

function callAt(call: number): CallFacts {
  const grown = (call - 1) % COMPACTION_EVERY;
  const compactions = Math.floor((call - 1) / COMPACTION_EVERY);
  const isCompacted = call > 1 && grown === 0;
  const live = 40 + ((call * 37) % 120);
  const archive = Math.min(1_400, 90 * compactions);
  const working = 2_100 + grown * 175 - (compactions % 3) * 60;
  const totalTokens = 230 + archive + working + live;
  return aCall(call, {
    totalTokens,
    tierTokens: { system: 230, archive, working, live, headroom: 4_000 },
    marks: marksOf(call, isCompacted),
    compactionIds: isCompacted ? [`compaction-${compactions}`] : [],
    epoch: call > 800 ? 1 : 0,
    ...(call % 3 === 0 && { reportedTokens: Math.round(totalTokens * 1.04) }),
  });
}

function marksOf(call: number, isCompacted: boolean): readonly CallMark[] {
  return [
    ...(isCompacted ? (['compaction'] as const) : []),
    ...(call % 140 === 61 ? (['undo'] as const) : []),
    ...(call % 7 === 3 ? (['retrieval'] as const) : []),
    ...(call % 230 === 47 ? (['refusal'] as const) : []),
    ...(call % 310 === 90 ? (['error'] as const) : []),
    ...(call % 190 === 110 ? (['head-move'] as const) : []),
    ...(call === 801 ? (['settings'] as const) : []),
  ];
}
