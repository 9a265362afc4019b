import type { Decision } from '@agent-memory/core';
import type { PlanFacts } from '../source/plan-facts.ts';
import type { RecordFacts } from '../source/record-facts.ts';
import type { RecordQuery } from '../source/record-scan.ts';
import type { RowModel } from './row-model.ts';

/** A record in the list. */
export interface RecordRow extends RowModel {
  readonly facts: RecordFacts;
  /** Ages are told from here, in milliseconds since 1970. */
  readonly nowMs: number;
}

/** The filters of the list; '' lets all through. */
export interface RecordFilter {
  readonly phrase: string;
  readonly type: NonNullable<RecordQuery['type']> | '';
  readonly kind: NonNullable<RecordQuery['kind']> | '';
  readonly source: NonNullable<RecordQuery['source']> | '';
  readonly namespace: string;
  readonly mark: NonNullable<RecordQuery['mark']> | '';
}

export const ALL_RECORDS: RecordFilter = {
  phrase: '',
  type: '',
  kind: '',
  source: '',
  namespace: '',
  mark: '',
};

export function recordRows(records: readonly RecordFacts[], nowMs: number): readonly RecordRow[] {
  return records.map((facts) => ({ key: facts.id, facts, nowMs }));
}

/** The filter as a question: without the fields that let all through. */
export function queryOf(filter: RecordFilter): RecordQuery {
  const { phrase, type, kind, source, namespace, mark } = filter;
  return {
    ...(phrase.trim() === '' ? {} : { phrase: phrase.trim() }),
    ...(type === '' ? {} : { type }),
    ...(kind === '' ? {} : { kind }),
    ...(source === '' ? {} : { source }),
    ...(namespace === '' ? {} : { namespace }),
    ...(mark === '' ? {} : { mark }),
  };
}

/** Whether everything is listed. */
export function isUnfiltered(filter: RecordFilter): boolean {
  return Object.keys(queryOf(filter)).length === 0;
}

/** The decision about a record in the context that stands; `undefined` where it was no candidate. */
export function decisionOnRecord(
  plan: PlanFacts | undefined,
  recordId: string,
): Decision | undefined {
  for (const { decision } of plan?.items ?? []) {
    const part = decision.parts?.find(({ itemId }) => itemId === recordId);
    if (part) return part;
  }
  return undefined;
}
