/** Servers refuse requests that are long in all, whatever the number of their texts. */
const MAX_BATCH_CHARACTERS = 200_000;

/** The texts in lists that one request can hold, in their order; a text that is longer goes alone. */
export function batchesOf(
  texts: readonly string[],
  maxTexts: number,
): readonly (readonly string[])[] {
  const batches: string[][] = [];
  let characters = 0;
  for (const text of texts) {
    const last = batches.at(-1);
    const fits = last && last.length < maxTexts && characters + text.length <= MAX_BATCH_CHARACTERS;
    if (fits) last.push(text);
    else batches.push([text]);
    characters = fits ? characters + text.length : text.length;
  }
  return batches;
}
