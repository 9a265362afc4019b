import type { AbortSignalLike } from '@agent-memory/core';
import { findValues, inSlices, valuesInText } from '@agent-memory/core/internal';

type FoundValue = ReturnType<typeof findValues>[number];

/**
 * The exact values of a summary that its matter lacks [MOD-4]: identifiers, numbers, dates, addresses,
 * paths, names as code writes them. The matter may write them in other letters' case, with other marks
 * between the digits of a number, and the parts of a date in another order. Quotations and numbers of up
 * to three digits are not looked at: a summary counts, and puts its own words into quotation marks.
 */
export async function inventedValues(
  summary: string,
  matter: string,
  signal?: AbortSignalLike,
): Promise<readonly string[]> {
  const checked = findValues(summary).filter(isExact);
  const missing = await lacking(matter, checked, ({ text }) => [text], signal);
  if (missing.length === 0) return [];
  const invented = await lacking(plain(matter), missing, piecesOf, signal);
  return invented.map(({ text }) => text);
}

/** A name as code writes it counts; `GitHub` is a word that a summary may know, and `NOTE` one that it stresses. */
function isExact({ kind, text }: FoundValue): boolean {
  if (kind === 'quoted') return false;
  return kind !== 'name' || /[_.:@]|^\p{Ll}/u.test(text);
}

/** The values of which not every piece stands in the matter, alone and to the letter. */
async function lacking(
  matter: string,
  values: readonly FoundValue[],
  pieces: (value: FoundValue) => readonly string[],
  signal: AbortSignalLike | undefined,
): Promise<readonly FoundValue[]> {
  const present = await inSlices(valuesInText(matter, values.flatMap(pieces)), { signal });
  return values.filter((value) => pieces(value).some((piece) => !present.has(piece)));
}

/** The pieces by which a value is found again where it is written otherwise. */
function piecesOf({ kind, text }: FoundValue): readonly string[] {
  if (kind !== 'number' && kind !== 'date' && kind !== 'time') return [plain(text)];
  return plain(text).match(/[\p{L}\p{N}]+(?:\.\p{N}+)?/gu) ?? [plain(text)];
}

/** Small letters, plain hyphens, and no marks between the thousands of a number. */
function plain(text: string): string {
  return text
    .toLowerCase()
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/(?<=\d)[,'’\u00A0\u202F ](?=\d{3}(?!\d))/g, '');
}
