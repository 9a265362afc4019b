/** One call of a model, measured: plain data, without a word of what was said. */
export interface ModelCall {
  readonly model: string;
  /** `user` where a person waited; `background` for work such as a summary. */
  readonly purpose: 'user' | 'background';
  /** Milliseconds since 1970 when it was asked. */
  readonly atMs: number;
  /** Tokens that the model read, cached ones included; absent where it did not report them. */
  readonly inputTokens?: number;
  /** Those of them that came out of a prompt cache. */
  readonly cachedInputTokens?: number;
  /** Tokens that the model wrote; absent where it did not report them. */
  readonly outputTokens?: number;
  /** Milliseconds from the question to the end. */
  readonly ms: number;
  /** Milliseconds from the question to the first piece of the answer; absent where none came, or nobody listened. */
  readonly firstMs?: number;
  /** By the price that was given, in its currency; absent without a price or without reported tokens. */
  readonly cost?: number;
  readonly outcome: CallOutcome;
}

/** The end of a call. `code` is that of an error of this library. */
export type CallOutcome =
  | { readonly kind: 'answered' }
  | { readonly kind: 'aborted' }
  | { readonly kind: 'failed'; readonly code?: string };

/** The calls of one model, summed up; no sum grows beyond 1e12. */
export interface ModelTotals {
  /** Its name, cut at 200 characters. Beyond 100 models, all further ones share the row `others`. */
  readonly model: string;
  /** All calls, however they ended. */
  readonly calls: number;
  readonly failed: number;
  readonly aborted: number;
  /** Calls of the background among them, and what those read and wrote. */
  readonly background: number;
  readonly backgroundTokens: number;
  /** Calls whose tokens the model did not report: the sums below lack them. */
  readonly unreported: number;
  readonly inputTokens: number;
  /** Input tokens that came out of a prompt cache. */
  readonly cachedInputTokens: number;
  readonly outputTokens: number;
  /** Milliseconds of all calls together. */
  readonly ms: number;
  /** The sum of the costs that are known, in the currency of the prices. */
  readonly cost: number;
}

/** Calls of models, and the tokens that they read and wrote. */
export interface Spent {
  readonly calls: number;
  readonly tokens: number;
}

/** Port: a limit on what models take in the background, as `spendingLimit` of `@agent-memory/models` makes it. */
export interface SpendingLimit {
  /** Why no other call may begin, in a sentence; `undefined` while one may. Without a session: for the day alone. */
  refusal(session?: Spent): string | undefined;
  /** Counts for today: a call when it begins, its tokens when it is over. */
  add(spent: Partial<Spent>): void;
}

const MAX_NAME_CHARACTERS = 200;
const MAX_ROWS = 100;
/** The row of all models for which there is no row of their own any more. */
const OTHERS = 'others';

/** The figures that one call or row adds to the row of its model. */
type Added = { readonly [Name in keyof ModelTotals]?: unknown };

/** Rows by model, in the order of their first calls, with one more call. */
export function withCall(rows: readonly ModelTotals[], call: ModelCall): readonly ModelTotals[] {
  const { outcome, purpose, inputTokens, outputTokens } = call;
  return withRow(rows, call.model, {
    ...call,
    calls: 1,
    // What is no figure of a row, such as `userTokens`, is left out of it.
    [outcome.kind]: 1,
    [purpose]: 1,
    [`${purpose}Tokens`]: (inputTokens ?? 0) + (outputTokens ?? 0),
    unreported: Number(inputTokens === undefined || outputTokens === undefined),
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
  const sums = SUMS.map((figure) => {
    const sum = amountOf(before?.[figure]) + amountOf(added[figure]);
    return [figure, Math.min(MOST, sum)] as const;
  });
  const row = { model, ...Object.fromEntries(sums) } as unknown as ModelTotals;
  return before ? rows.map((each) => (each === before ? row : each)) : [...rows, row];
}

const SUMS = [
  ...(['calls', 'failed', 'aborted', 'background', 'backgroundTokens'] as const),
  ...(['unreported', 'inputTokens', 'cachedInputTokens', 'outputTokens', 'ms', 'cost'] as const),
];

/** No figure and no sum of figures can be meant that is more. */
const MOST = 1e12;

type Known = Pick<ModelCall, 'model' | 'purpose' | 'atMs'>;

/** The figures that a call may have. */
export const FIGURES = ['inputTokens', 'cachedInputTokens', 'outputTokens', 'cost'] as const;
const ENDS: readonly unknown[] = ['aborted', 'failed'] satisfies CallOutcome['kind'][];

/** A call as it was told from outside, reduced to what can be one: the rest of it is as `known` says. */
export function checkedCall(given: unknown, known: Known): ModelCall {
  const told = (given ?? {}) as Partial<ModelCall>;
  const kind = told.outcome?.kind;
  return {
    ...known,
    model: typeof told.model === 'string' ? told.model : known.model,
    ms: amountOf(told.ms),
    ...amountsIn(told, FIGURES),
    outcome: { kind: kind && ENDS.includes(kind) ? kind : 'answered' },
  };
}

/** Those of the fields that hold an amount. */
export function amountsIn<Name extends string>(
  given: { readonly [Field in Name]?: unknown },
  names: readonly Name[],
): { readonly [Field in Name]?: number } {
  const held: { [Field in Name]?: number } = {};
  for (const name of names) if (isAmount(given[name])) held[name] = amountOf(given[name]);
  return held;
}

/** The amount; 0 for what is not one. */
function amountOf(value: unknown): number {
  return isAmount(value) ? value : 0;
}

function isAmount(value: unknown): value is number {
  return typeof value === 'number' && value >= 0 && value <= MOST;
}
