import type { AbortSignalLike } from '@agent-memory/core';
import { bannedTopics, isUnwanted } from '../../change/bans.ts';
import { knownRecords } from '../../manifest/known-records.ts';
import type { LongTermMemory } from '../../memory/long-term-memory.ts';
import type { Candidate, Findings } from '../candidate.ts';
import { idsOf } from './choose-candidates.ts';

/** What may be kept, and the records that exist about something that the user has just ruled out. */
export interface WantedFindings {
  readonly findings: Findings;
  /** Ids of those records; the app shows them, and they go when the user confirms. */
  readonly unwanted: readonly string[];
}

const MOST_INSTRUCTIONS = 200;

/** Leaves out what the user wants nothing kept about: now, or in any session before. */
export async function withoutUnwanted(
  { candidates, refused }: Findings,
  longTerm: LongTermMemory,
  signal: AbortSignalLike,
): Promise<WantedFindings> {
  if (candidates.length === 0) return { findings: { candidates, refused }, unwanted: [] };
  const { items } = await longTerm.list(
    { kinds: ['instruction'] },
    { limit: MOST_INSTRUCTIONS, signal },
  );
  const own = items.filter(({ saidBy }) => saidBy === undefined);
  const fresh = bannedTopics(candidates.map(({ text }) => text));
  const topics = [...bannedTopics(own.map(({ record }) => record.text)), ...fresh];
  const isWanted = ({ text }: Candidate) => !isUnwanted(text, topics);
  const left = candidates.filter((one) => !isWanted(one));
  return {
    findings: {
      candidates: candidates.filter(isWanted),
      refused: [
        ...refused,
        ...left.map((one) => ({
          rule: 'UNWANTED' as const,
          entryIds: idsOf(one),
          kind: one.kind,
        })),
      ],
    },
    unwanted: fresh.length === 0 ? [] : await recordsAbout(fresh, longTerm, signal),
  };
}

async function recordsAbout(
  topics: readonly string[],
  longTerm: LongTermMemory,
  signal: AbortSignalLike,
): Promise<readonly string[]> {
  const known = await knownRecords(longTerm, { most: Infinity, signal });
  return known
    .filter(({ record, saidBy }) => saidBy === undefined && isUnwanted(record.text, topics))
    .map(({ record }) => record.id);
}
