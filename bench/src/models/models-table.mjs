// @ts-check
import { decimal, formatTable, percent } from '../cli/table.mjs';

/** @typedef {import('./model-rows.mjs').ModelRow} ModelRow */

/** The meaning of the figures. */
export const LEGEND = `load       from an empty cache to ready, files from this machine        first  to the first word or vector
per second tokens behind the first word of each answer, or texts       cosine lowest against the float model's vectors
rounds     compactions of the recorded session, and those whose summary the model wrote
values     exact values of the matter that the summary itself says; all others come from the value index
fallback   ms from the moment that a fault is noticed to a context without the model
intact     every original as it was, and the plan that a memory has whose model was never there`;

/** @param {readonly ModelRow[]} rows of models that do their task */
export function modelsTable(rows) {
  return formatTable(
    [
      { title: 'system', cell: ({ system }) => system, align: 'left' },
      { title: 'engine', cell: ({ engine }) => engine, align: 'left' },
      { title: 'task', cell: ({ task }) => task, align: 'left' },
      { title: 'threads', cell: ({ threads }) => decimal(threads ?? null, 0) },
      { title: 'load s', cell: ({ loadMs }) => seconds(loadMs) },
      { title: 'first s', cell: ({ firstMs }) => seconds(firstMs) },
      { title: 'per second', cell: ({ perSecond }) => decimal(perSecond ?? null, 1) },
      { title: 'unit', cell: ({ unit }) => unit ?? '–', align: 'left' },
      { title: 'cosine', cell: ({ cosine }) => decimal(cosine ?? null, 3) },
      { title: 'rounds', cell: roundsOf },
      { title: 'values', cell: ({ valuesKept }) => percent(valuesKept ?? null) },
    ],
    rows.filter(({ task }) => task !== 'fault'),
  );
}

/** @param {readonly ModelRow[]} rows of faults */
export function faultsTable(rows) {
  return formatTable(
    [
      { title: 'fault of web-llm', cell: ({ fault }) => fault ?? '', align: 'left' },
      { title: 'ends with', cell: ({ error }) => shortened(error ?? ''), align: 'left' },
      { title: 'fallback ms', cell: ({ fallbackMs }) => decimal(fallbackMs ?? null, 0) },
      { title: 'intact', cell: ({ memoryIntact }) => yesOrNo(memoryIntact) },
      { title: 'answers again', cell: ({ recovered }) => yesOrNo(recovered) },
    ],
    rows.filter(({ task }) => task === 'fault'),
  );
}

/** @param {ModelRow} row */
function roundsOf({ rounds, committed }) {
  return rounds === undefined ? '–' : `${committed} of ${rounds}`;
}

/** @param {number | undefined} milliseconds */
function seconds(milliseconds) {
  return decimal(milliseconds === undefined ? null : milliseconds / 1_000, 2);
}

/** @param {boolean | undefined} holds */
function yesOrNo(holds) {
  return holds ? 'yes' : 'NO';
}

/** @param {string} text */
function shortened(text) {
  return text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS - 1)}…` : text;
}

const MOST_CHARACTERS = 44;
