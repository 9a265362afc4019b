import { copyPlainData } from '@agent-memory/core/internal';
/**
 * A deep copy of a message, as `copyPlainData` makes it. Where that refuses a value, the whole is
 * taken as JSON would send it: tools that run in the page answer with dates, maps and instances of
 * classes, which turn into JSON on their way to a server. So a `Date` is its text, a `Map` an empty
 * object, bytes an object with their numbers, and functions and `undefined` are left out.
 *
 * @throws InvalidMessageError if JSON cannot say it either: a value holds itself or throws when it is
 * read, or has more levels or values than `copyPlainData` takes.
 */
export function copyAsJson(value: unknown): unknown {
  try {
    return copyPlainData(value);
  } catch (refusal) {
    const text = sentText(value);
    // The refusal names the place and the problem.
    if (text === undefined) throw refusal;
    return copyPlainData(JSON.parse(text));
  }
}

/** As many as `copyPlainData` takes: small objects that hold each other can unfold to any length. */
const MOST_VALUES = 1_000_000;

function sentText(value: unknown): string | undefined {
  let values = 0;
  try {
    return JSON.stringify(value, (_, field: unknown) => {
      values += 1;
      if (values > MOST_VALUES) throw new RangeError('too many values');
      // JSON would throw; the digits say the same.
      return typeof field === 'bigint' ? String(field) : field;
    });
  } catch {
    return undefined;
  }
}
