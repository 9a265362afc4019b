import type { CompactionPreview, CompactionRecord } from '@agent-memory/core';
import { type PlanFacts, planFacts } from './plan-facts.ts';

/** A compaction without the texts it lost: figures, ids and codes. */
export type CompactionFacts = Omit<CompactionRecord, 'lost'> & {
  /** Exact values that can be read nowhere in the context since; absent where nobody looked. */
  readonly lostValues?: number;
};

/** The outcome that a compaction would have. A person asks for it, so it brings its texts along. */
export interface PreviewFacts {
  readonly record: CompactionFacts;
  /** The text that would stand for everything that left; '' where nothing would. */
  readonly text: string;
  /** The first of the values that could be read nowhere any more. */
  readonly lost: readonly string[];
  readonly plan: PlanFacts;
}

const known = new WeakMap<CompactionRecord, CompactionFacts>();

/** Takes the texts out of a record; the same record gives the same facts again. */
export function compactionFacts(record: CompactionRecord): CompactionFacts {
  const made = known.get(record);
  if (made) return made;
  const { lost, ...rest } = record;
  const facts: CompactionFacts = lost ? { ...rest, lostValues: lost.total } : rest;
  known.set(record, facts);
  return facts;
}

const knownLists = new WeakMap<readonly CompactionRecord[], readonly CompactionFacts[]>();

/** The facts of a list of records; the same list gives the same facts again. */
export function compactionListFacts(
  records: readonly CompactionRecord[],
): readonly CompactionFacts[] {
  const made = knownLists.get(records) ?? records.map(compactionFacts);
  knownLists.set(records, made);
  return made;
}

export function previewFacts({ record, text, plan }: CompactionPreview): PreviewFacts {
  return {
    record: compactionFacts(record),
    text,
    lost: record.lost?.values ?? [],
    plan: planFacts(plan),
  };
}
