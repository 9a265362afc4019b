import { expect } from 'vitest';

/** A call as JavaScript makes it, where no type is in the way, and words of its refusal. */
export type WrongCall = readonly [name: string, given: readonly unknown[], words: RegExp];

/** Values that are no object of options. */
export const NO_OBJECT: readonly unknown[] = [null, 7, 'x', true, [], Symbol('x')];

/** Fails unless each call is refused in words, as a rejection where it gives a promise. */
export async function expectRefused(
  entryPoint: object,
  calls: readonly WrongCall[],
): Promise<void> {
  for (const [name, given, words] of calls) {
    const call: unknown = Reflect.get(entryPoint, name);
    if (typeof call !== 'function') throw new Error(`There is no call ${name}.`);
    const refusal = await refusalOf(() => Reflect.apply(call, entryPoint, given));
    const title = `${name}(${given.map(wordsOf).join(', ')})`;
    expect(refusal, title).toMatchObject({
      code: 'INVALID_OPTION',
      message: expect.stringMatching(words),
    });
  }
}

/** The error of a call; of one that gives lines, that of the first line. */
async function refusalOf(call: () => unknown): Promise<unknown> {
  try {
    const made: unknown = await call();
    if (typeof made === 'object' && made !== null && 'next' in made)
      await Reflect.apply(Object(made.next), made, []);
    return undefined;
  } catch (error) {
    return error;
  }
}

function wordsOf(value: unknown): string {
  return typeof value === 'object' ? Object.keys(value ?? { null: 0 }).join() : String(value);
}
