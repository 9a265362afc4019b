/**
 * Lists and objects of many values that were copied in steps, or read out of JSON so: they are this
 * library's own and frozen to the bottom, so that nobody has to copy them again in one go. Some have
 * their JSON with them.
 */
export const readyData = new WeakMap<object, string | undefined>();

/** Values of long JSON texts that were read in steps, by the text; `null` for what is not one. */
export const readyJson = new Map<string, { readonly value: unknown } | null>();

/** Far more than any window holds; small objects that hold each other can unfold to more than memory does. */
export const MOST_VALUES = 1_000_000;
/** A store copies in one go whatever a message keeps as it came. */
export const MOST_KEPT_VALUES = 50_000;
/** An engine lists the names of one object in one go. */
export const MOST_NAMES = 100_000;
/** Data of fewer values is copied again before anybody could notice. */
export const HEAVY_VALUES = 256;

/** Tells whether a value is a list or an object that nobody has to copy again. */
export function isReady(value: unknown): value is object {
  return readyData.has(value as object);
}
