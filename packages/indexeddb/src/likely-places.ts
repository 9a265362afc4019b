/** Places of messages, as far as their keys are to be believed. */
export interface LikelyPlaces {
  /** So many places there are, those included whose message is missing. */
  readonly length: number;
  /** So many records stand where no message can be. */
  readonly strays: number;
}

/** So many may be missing of the shortest session. */
const MOST_MISSING = 100;
/** A session of which less than this part is left cannot be told from a count that is damaged. */
const LEAST_LEFT = 1 / 100;

/**
 * Tells the places of messages from the keys that damage made, which may lie behind any number of
 * places where nothing ever stood [STO-6]. What is made of it stays in proportion to what is stored.
 *
 * @param keys of all records of a session, in their order
 * @param expected how many messages there are by the session's record; `undefined`: nobody knows
 */
export function likelyPlaces(
  keys: readonly (readonly unknown[])[],
  expected: number | undefined,
): LikelyPlaces {
  const places = keys.flatMap((key) => placeIn(key) ?? []);
  const limit = limitOf(places, expected);
  const likely = places.filter((place) => place < limit);
  const end = (likely.at(-1) ?? -1) + 1;
  // A record that counts far more messages than there are counts nothing: each missing one gets a note.
  const isCounted = expected !== undefined && expected <= 2 * end + MOST_MISSING;
  return {
    length: isCounted ? Math.max(expected, end) : end,
    strays: keys.length - likely.length,
  };
}

/** The place that a key names; `undefined` where no message can have it. */
export function placeIn(key: readonly unknown[]): number | undefined {
  const [, place] = key;
  return isPlace(place) && key.length === 2 ? place : undefined;
}

/**
 * The place before which messages stand. A record is written with its messages, so behind those that
 * it counts nothing is missing: what stands there follows closely, or damage put it there.
 */
function limitOf(places: readonly number[], expected: number | undefined): number {
  const isBelieved =
    expected !== undefined && expected * LEAST_LEFT <= places.length + MOST_MISSING * LEAST_LEFT;
  if (!isBelieved) return 2 * places.length + MOST_MISSING;
  return expected + 2 * places.filter((place) => place >= expected).length;
}

function isPlace(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}
