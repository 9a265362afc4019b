/**
 * Lists and objects of many values that were copied in steps, or read out of JSON so: they are this
 * library's own and frozen to the bottom, so that nobody has to copy them again in one go. Some have
 * their JSON with them.
 */
export const readyData = new WeakMap<object, string | undefined>();

/** Values of long JSON texts that were read in steps, by the text; `null` for what is none. */
export const readyJson = new Map<string, { readonly value: unknown } | null>();
