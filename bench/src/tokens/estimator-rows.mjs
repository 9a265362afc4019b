// @ts-check
import { passagesOf } from './passages.mjs';
import { KINDS } from './sources.mjs';
import { TEXTS_BY_KIND } from './texts-by-kind.mjs';

/** @typedef {import('./sources.mjs').Kind} Kind */
/** @typedef {import('./sources.mjs').Source} Source */

/**
 * How far the estimator is off for one kind of text. Shares, 0.01 for one per cent.
 *
 * - A text is a passage of some 400 tokens, as long as a message; at most 6 of one source.
 * - A whole context is what a planner makes of the smallest usual budget: passages of one kind, 4,000
 *   tokens of them, from at least three sources, none with more than a third. Every source begins
 *   contexts, and goes together with its neighbours, the second next ones, and so on.
 * - A context of one source is all its passages, where they are 1,000 tokens or more.
 *
 * @typedef {object} EstimatorRow
 * @property {'agent-memory estimator'} system
 * @property {string} kind
 * @property {number} texts
 * @property {number} sources
 * @property {number} meanError mean absolute relative error over all texts
 * @property {number} ratio estimate ÷ count of all texts together
 * @property {number} contexts
 * @property {number} worstUndercount how much too low the worst whole context was counted; 0 if none was
 * @property {number} worstUndercountOneSource the same for contexts of one source
 */

/** @typedef {{ readonly estimated: number, readonly counted: number }} Figures */

const CONTEXT_TOKENS = 4_000;
const MOST_OF_ONE_SOURCE_TOKENS = CONTEXT_TOKENS / 3;
const LONE_CONTEXT_TOKENS = 1_000;

/**
 * @param {readonly Source[]} sources
 * @param {(text: string) => number} estimate
 * @param {(text: string) => number} count exactly
 * @returns {EstimatorRow[]} one for each kind that has texts
 */
export function estimatorRows(sources, estimate, count) {
  return KINDS.flatMap((kind) => {
    const measured = sources
      .filter((source) => source.kind === kind)
      .map((source) =>
        passagesOf(source).map(({ text }) => ({ estimated: estimate(text), counted: count(text) })),
      )
      .filter((figures) => figures.length > 0);
    return measured.length === 0 ? [] : [rowOf(kind, measured)];
  });
}

/**
 * A row for each kind of `TEXTS_BY_KIND`, whose texts are too short for a context.
 *
 * @param {(text: string) => number} estimate
 * @param {(text: string) => number} count exactly
 */
export function kindRows(estimate, count) {
  return Object.entries(TEXTS_BY_KIND).map(([kind, texts]) =>
    rowOf(
      kind,
      texts.map((text) => [{ estimated: estimate(text), counted: count(text) }]),
    ),
  );
}

/**
 * @param {string} kind
 * @param {readonly (readonly Figures[])[]} sources
 * @returns {EstimatorRow}
 */
function rowOf(kind, sources) {
  const texts = sources.flat();
  const errors = texts.map((figures) => Math.abs(errorOf(figures)));
  const contexts = contextsOf(sources);
  const lone = sources.map(sumOf).filter(({ counted }) => counted >= LONE_CONTEXT_TOKENS);
  return {
    system: 'agent-memory estimator',
    kind,
    texts: texts.length,
    sources: sources.length,
    meanError: errors.reduce((sum, error) => sum + error, 0) / errors.length,
    ratio: 1 + errorOf(sumOf(texts)),
    contexts: contexts.length,
    worstUndercount: worstUndercountOf(contexts),
    worstUndercountOneSource: worstUndercountOf(lone),
  };
}

/**
 * Whole contexts: from every source on, in steps of one source, of two, and so on.
 *
 * @param {readonly (readonly Figures[])[]} sources
 * @returns {Figures[]}
 */
export function contextsOf(sources) {
  const contexts = [];
  for (let first = 0; first < sources.length; first += 1) {
    for (let step = 1; step < sources.length; step += 1) {
      const context = contextFrom(sources, first, step);
      if (context) contexts.push(context);
    }
  }
  return contexts;
}

/**
 * Goes around the sources until the context is full; nothing where one round does not fill it.
 *
 * @param {readonly (readonly Figures[])[]} sources
 * @param {number} first
 * @param {number} step
 * @returns {Figures | undefined}
 */
function contextFrom(sources, first, step) {
  let context = { estimated: 0, counted: 0 };
  const used = new Set();
  for (let at = first; !used.has(at); at = (at + step) % sources.length) {
    used.add(at);
    let ofSource = 0;
    for (const figures of sources[at] ?? []) {
      if (ofSource + figures.counted > MOST_OF_ONE_SOURCE_TOKENS) break;
      ofSource += figures.counted;
      context = sumOf([context, figures]);
      if (context.counted >= CONTEXT_TOKENS) return context;
    }
  }
  return undefined;
}

/** @param {readonly Figures[]} contexts */
function worstUndercountOf(contexts) {
  return Math.max(0, ...contexts.map((figures) => -errorOf(figures)));
}

/** @param {Figures} figures */
function errorOf({ estimated, counted }) {
  return estimated / counted - 1;
}

/**
 * @param {readonly Figures[]} all
 * @returns {Figures}
 */
function sumOf(all) {
  return all.reduce((sum, { estimated, counted }) => ({
    estimated: sum.estimated + estimated,
    counted: sum.counted + counted,
  }));
}
