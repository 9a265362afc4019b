// @ts-check
import { decimal, formatTable, percent } from '../cli/table.mjs';

/** @typedef {import('./counting-rows.mjs').CountingRow} CountingRow */
/** @typedef {import('./estimator-rows.mjs').EstimatorRow} EstimatorRow */
/** @typedef {import('./hard-text-rows.mjs').HardTextRow} HardTextRow */

/** The meaning of the columns, and the conditions under which the figures were taken. */
export const LEGEND = `× js-tiktoken   speed against js-tiktoken's encode in the same round, median of five; first: in a round before, uncompiled.
                All systems count the same texts in turn. Without "warm", what a system remembers of merged pieces is dropped
                ahead of each round.
growth          time for each character of 2^20 code units against 2^16 of them: 1 is linear, 16 quadratic
mean error      of the estimate, over passages of some 400 tokens
context         4,000 tokens of passages of one kind, from three sources or more; one source: all passages of one source
Texts           the recorded sessions; the documentation and source of the AI SDK, LangChain's code, READMEs of Biome and rules
                of axe-core in their translations, all as installed; letters, notes and stories written for this benchmark`;

/** @type {readonly import('../cli/table.mjs').Column<CountingRow>[]} */
const COUNTING = [
  { title: 'system', cell: (row) => row.system, align: 'left' },
  { title: 'tokens', cell: (row) => String(row.tokens) },
  { title: 'million/s', cell: (row) => decimal(row.tokensPerSecond / 1e6, 2) },
  { title: '× js-tiktoken', cell: (row) => decimal(row.ratioToJsTiktoken, 1) },
  { title: 'first', cell: (row) => decimal(row.firstRoundRatio, 1) },
  { title: 'mismatches', cell: (row) => String(row.mismatches) },
];

/** @type {readonly import('../cli/table.mjs').Column<HardTextRow>[]} */
const HARD_TEXTS = [
  { title: 'a megabyte of', cell: (row) => row.text, align: 'left' },
  { title: 'tokens', cell: (row) => String(row.tokens) },
  { title: 'ms', cell: (row) => decimal(row.ms, 0) },
  { title: 'growth', cell: (row) => decimal(row.growth, 2) },
];

/** @type {readonly import('../cli/table.mjs').Column<EstimatorRow>[]} */
const ESTIMATOR = [
  { title: 'estimator', cell: (row) => row.kind, align: 'left' },
  { title: 'sources', cell: (row) => String(row.sources) },
  { title: 'texts', cell: (row) => String(row.texts) },
  { title: 'mean error', cell: (row) => percent(row.meanError) },
  { title: 'ratio', cell: (row) => decimal(row.ratio, 2) },
  { title: 'contexts', cell: (row) => String(row.contexts) },
  { title: 'worst under', cell: (row) => percent(row.worstUndercount) },
  { title: 'one source', cell: (row) => percent(row.worstUndercountOneSource) },
];

/**
 * @param {{ readonly counting: readonly CountingRow[], readonly hardTexts: readonly HardTextRow[], readonly estimator: readonly EstimatorRow[] }} rows
 * @returns {string}
 */
export function tokensTable({ counting, hardTexts, estimator }) {
  return [
    formatTable(COUNTING, counting),
    formatTable(HARD_TEXTS, hardTexts),
    formatTable(ESTIMATOR, estimator),
  ].join('\n\n');
}
