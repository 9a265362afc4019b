import type { CallOutcome, ModelCall } from './model-call.ts';

/** No figure and no sum of figures can be meant that is more. */
export const MOST = 1e12;

type Known = Pick<ModelCall, 'model' | 'purpose' | 'atMs'>;

const FIGURES = ['inputTokens', 'cachedInputTokens', 'outputTokens', 'cost'] as const;
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

/** The amount; 0 for what is none. */
export function amountOf(value: unknown): number {
  return isAmount(value) ? value : 0;
}

function isAmount(value: unknown): value is number {
  return typeof value === 'number' && value >= 0 && value <= MOST;
}
