// @ts-check
import { decimal, formatTable } from '../cli/table.mjs';

/** @param {readonly import('./junk-rows.mjs').JunkRow[]} rows */
export function junkTable(rows) {
  return formatTable(
    [
      { title: 'sessions', cell: ({ sessions }) => sessions, align: 'left' },
      { title: 'count', cell: ({ count }) => String(count) },
      { title: 'runs', cell: ({ runs }) => String(runs) },
      { title: 'records', cell: ({ records }) => String(records) },
      { title: 'a run', cell: ({ records, runs }) => decimal(records / runs, 2) },
      { title: 'duplicates', cell: ({ duplicates }) => String(duplicates) },
      { title: 'template', cell: ({ templates }) => String(templates) },
      { title: 'unsupported', cell: ({ unsupported }) => String(unsupported) },
      { title: 'refused', cell: ({ refused }) => String(refused) },
      { title: 'ms a run', cell: ({ runMs }) => decimal(runMs, 2) },
    ],
    rows,
  );
}

export const LEGEND = `duplicates: records that say what another one of the session says. template: from a pasted text, or from a
sentence that three messages have. unsupported: not to the letter in the messages that the record names.
refused: what extraction itself refused by name. Times are of extraction alone, without a model.`;
