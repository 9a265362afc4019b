// @ts-check
import { formatTable, percent } from '../cli/table.mjs';

/** @param {readonly import('./guard-rows.mjs').GuardRow[]} rows */
export function guardTable(rows) {
  return formatTable(
    [
      { title: 'system', cell: ({ system }) => system, align: 'left' },
      { title: 'detection', cell: ({ detection }) => percent(detection) },
      { title: 'strong', cell: ({ detectionStrong }) => percent(detectionStrong) },
      { title: 'weak', cell: ({ detectionWeak }) => percent(detectionWeak) },
      { title: 'false, easy', cell: ({ falsePositives }) => percent(falsePositives) },
      { title: 'false, hard', cell: ({ falsePositivesHard }) => percent(falsePositivesHard) },
      { title: 'escapes', cell: ({ escapes }) => String(escapes) },
      { title: 'benign stored', cell: ({ benignStored }) => percent(benignStored) },
    ],
    rows,
  );
}

export const LEGEND = `Every text is taken as content from outside. detection: injections that are kept out until a person has
looked at them (strong: with an order; weak: they read like a fact). false: benign texts that are kept out
(hard: with words of attacks). escapes: texts that stand as facts unconfirmed or leave their envelope.`;
