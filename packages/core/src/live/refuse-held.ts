import { AgentMemoryError, type ErrorPhase } from '../ground/errors/errors.ts';

/** Says in sentences why a text must not be kept; `undefined` where it may. */
export type TextCheck = (text: string) => string | undefined | Promise<string | undefined>;

/**
 * Has what is new in a value checked, names of its fields included, all as one text: an order may be spread
 * over the items of a list [GRD-1].
 *
 * @throws AgentMemoryError `TEXT_HELD` with the reasons of the first check that holds it.
 */
export async function refuseHeld(
  checks: readonly TextCheck[],
  { before, after }: { readonly before?: unknown; readonly after: unknown },
  phase: ErrorPhase,
): Promise<void> {
  const known = new Set(textsIn(before));
  const text = [...textsIn(after)].filter((one) => !known.has(one)).join('\n');
  if (text.trim() === '') return;
  for (const check of checks) {
    const reasons = await check(text);
    if (!reasons) continue;
    const message = `Nothing was changed: the text reads like orders to an assistant, and is not kept. ${reasons}`;
    throw new AgentMemoryError('TEXT_HELD', message, { phase });
  }
}

function* textsIn(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value;
  if (typeof value !== 'object' || value === null) return;
  for (const [name, field] of Object.entries(value)) {
    if (!Array.isArray(value)) yield name;
    yield* textsIn(field);
  }
}
