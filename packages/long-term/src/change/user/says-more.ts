import { claimOf } from './claims.ts';

/** Where a statement may begin to say something else. */
const JOINTS =
  /\s*[,;:!?…]+\s+|\s*[()–—]\s*|(?<=\.)\s+|\s+(?:-|&|\+|and|or|but|plus|as well as|und|oder|aber|sowie|y|e|o|u|pero|et|ou|mais)\s+|\s+(?=(?:i|i['’]\p{L}+|my|our|ich|mein\p{L}*|yo|mis?|je|j['’]\p{L}+|mon|ma|mes)(?!\p{L}))/iu;
/** "Belgium" behind "I live in Ghent," says more of the same. */
const BEHIND_A_PLACE = /\s(?:in|at|from|to|near|bei|nach|aus|en|a|à|au|aux) \p{Lu}[\p{L}'’-]*$/u;
const NAMES = /^\p{Lu}[\p{L}.'’-]*(?: \p{Lu}[\p{L}.'’-]*){0,2}\.?$/u;

/**
 * The parts of a statement in the first person that a newer one has no word about: an allergy in the same
 * sentence as a residence. It takes rather too much for a part than too little.
 *
 * @param isDecided whether a part is about something that the newer one decides, whatever its words.
 */
export function partsBeyond(
  now: string,
  before: string,
  isDecided: (part: string) => boolean,
): readonly string[] {
  const parts = before.split(JOINTS).filter((part) => /[\p{L}\d]/u.test(part));
  if (parts.length < 2) return [];
  const said = new Set(claimOf(now).words);
  return parts.filter((part, index) => {
    const isMoreOfSame = NAMES.test(part) && BEHIND_A_PLACE.test(parts[index - 1] ?? '');
    return (
      !isMoreOfSame && !claimOf(part).words.every((word) => said.has(word)) && !isDecided(part)
    );
  });
}
