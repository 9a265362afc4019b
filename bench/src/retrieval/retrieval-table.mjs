// @ts-check
import { decimal, formatTable, percent } from '../cli/table.mjs';

/** @typedef {import('./retrieval-rows.mjs').TurnRow} TurnRow */
/** @typedef {import('./retrieval-rows.mjs').SessionRow} SessionRow */

/** @param {readonly TurnRow[]} rows */
export function turnTable(rows) {
  return formatTable(
    [
      { title: 'system', cell: ({ system }) => system, align: 'left' },
      { title: 'recall@5', cell: ({ recallAt5 }) => percent(recallAt5) },
      { title: 'recall@10', cell: ({ recallAt10 }) => percent(recallAt10) },
      { title: 'recall@20', cell: ({ recallAt20 }) => percent(recallAt20) },
      { title: 'MRR', cell: ({ mrr }) => percent(mrr) },
      { title: 'nDCG@10', cell: ({ ndcgAt10 }) => percent(ndcgAt10) },
      { title: 'p50 ms', cell: ({ p50Ms }) => decimal(p50Ms, 2) },
      { title: 'p95 ms', cell: ({ p95Ms }) => decimal(p95Ms, 2) },
    ],
    rows,
  );
}

/** @param {readonly SessionRow[]} rows */
export function sessionTable(rows) {
  return formatTable(
    [
      { title: 'system', cell: ({ system }) => system, align: 'left' },
      { title: 'session recall@1', cell: ({ sessionRecallAt1 }) => percent(sessionRecallAt1) },
      { title: '@5', cell: ({ sessionRecallAt5 }) => percent(sessionRecallAt5) },
      { title: '@10', cell: ({ sessionRecallAt10 }) => percent(sessionRecallAt10) },
      { title: 'questions', cell: ({ questions }) => String(questions) },
    ],
    rows,
  );
}

export const LEGEND = `recall@k: share of the turns that answer a question among the first k, averaged over questions.
MRR: one over the rank of the first that answers. Times are of a search; the question's vector was made
beforehand. Every system has one index a conversation and the same vectors.`;
