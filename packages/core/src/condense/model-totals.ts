import { amountOf, MOST } from './checked-call.ts';
import type { ModelCall, ModelTotals } from './model-call.ts';

const MAX_NAME_CHARACTERS = 200;
const MAX_ROWS = 100;
/** The row of all models for which there is no row of their own any more. */
const OTHERS = 'others';

/** The figures that one call or row adds to the row of its model. */
type Added = { readonly [Name in keyof ModelTotals]?: unknown };

/** Rows by model, in the order of their first calls, with one more call. */
export function withCall(rows: readonly ModelTotals[], call: ModelCall): readonly ModelTotals[] {
  const { outcome, purpose, inputTokens, outputTokens } = call;
  const isReported = inputTokens !== undefined && outputTokens !== undefined;
  return withRow(rows, call.model, {
    ...call,
    calls: 1,
    failed: Number(outcome.kind === 'failed'),
    aborted: Number(outcome.kind === 'aborted'),
    background: Number(purpose === 'background'),
    unreported: Number(!isReported),
  });
}

/** Rows as they were stored. @throws Error if they are no list of rows. */
export function readTotals(stored: unknown): readonly ModelTotals[] {
  if (!Array.isArray(stored)) throw new Error('it is no list');
  return stored.reduce<readonly ModelTotals[]>((rows, row) => {
    if (typeof row?.model !== 'string') throw new Error('a row names no model');
    return withRow(rows, row.model, row);
  }, []);
}

/** A figure that is no amount adds nothing, so that no sum is spoilt by it. Names and rows have bounds. */
function withRow(rows: readonly ModelTotals[], name: string, added: Added): readonly ModelTotals[] {
  const rowOf = (own: string) => rows.find((row) => row.model === own);
  const cut = name.slice(0, MAX_NAME_CHARACTERS);
  const model = rows.length < MAX_ROWS || rowOf(cut) ? cut : OTHERS;
  const before = rowOf(model);
  const sum = (figure: Exclude<keyof ModelTotals, 'model'>): number =>
    Math.min(MOST, amountOf(before?.[figure]) + amountOf(added[figure]));
  const row: ModelTotals = {
    model,
    calls: sum('calls'),
    failed: sum('failed'),
    aborted: sum('aborted'),
    background: sum('background'),
    unreported: sum('unreported'),
    inputTokens: sum('inputTokens'),
    cachedInputTokens: sum('cachedInputTokens'),
    outputTokens: sum('outputTokens'),
    ms: sum('ms'),
    cost: sum('cost'),
  };
  return before ? rows.map((each) => (each === before ? row : each)) : [...rows, row];
}
