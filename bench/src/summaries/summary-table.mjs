// @ts-check
import { decimal, formatTable, percent } from '../cli/table.mjs';

/** @param {readonly import('./summary-rows.mjs').SummaryRow[]} rows */
export function summaryTable(rows) {
  return formatTable(
    [
      { title: 'room', cell: ({ room }) => String(room) },
      { title: 'summary by', cell: ({ system }) => system, align: 'left' },
      { title: 'sessions', cell: ({ sessions }) => String(sessions) },
      { title: 'tokens', cell: ({ tokens }) => String(tokens) },
      { title: 'values/1,000', cell: ({ valuesPer1000 }) => decimal(valuesPer1000, 1) },
      { title: 'values', cell: ({ values }) => percent(values) },
      { title: 'needed/1,000', cell: ({ neededPer1000 }) => decimal(neededPer1000, 1) },
      { title: 'needed', cell: ({ needed }) => percent(needed) },
    ],
    rows,
  );
}

export const LEGEND = `values  exact values of a session's first half that its summary says, in 1,000 tokens and as a share (mean of the sessions)
needed  those of them that arguments of calls in the second half hold
The others have as many tokens as the extractive summary of the session. Random sentences are the mean of 20 seeded draws.`;
