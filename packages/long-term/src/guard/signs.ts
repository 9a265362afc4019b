import { type Concept, type Place, placesOf } from './concepts.ts';
import { folded } from './fold.ts';
import { type Form, formsOf } from './forms.ts';

type Name = Concept | Form;

/** Pairs that belong together further apart: an offer of code and what the code does. */
const FAR_PAIRS: readonly (readonly [Name, Name])[] = [
  ['fence', 'reach'],
  ['examples', 'secret'],
  ['examples', 'systemText'],
  ['authority', 'noQuestion'],
  ['theUser', 'noQuestion'],
  ['advert', 'reply'],
  ['secret', 'sendOff'],
  ['authority', 'swap'],
  ['putIn', 'reach'],
  ['codeOffer', 'reach'],
  ['replyOrder', 'fence'],
  ['authorityTag', 'order'],
  ['unshown', 'order'],
  ['reply', 'fence'],
];

/** Characters between two places that belong together. */
const NEAR = 60;
const FAR = 600;

const OF_TEXT: readonly (readonly [string, RegExp])[] = [
  ['hiddenInWord', /\p{L}[\u200b-\u200f\u2060-\u2064\ufeff\u180e]+\p{L}/u],
  ['turnedDirection', /[\u202a-\u202e\u2066-\u2069]/u],
  // Flags of regions are written with three to six of them.
  ['hiddenTags', /[\u{e0020}-\u{e007e}]{7,}/u],
];

/** The signs of a text as a whole: characters that nobody sees. */
export function signsOfText(given: string): readonly string[] {
  return OF_TEXT.filter(([, pattern]) => pattern.test(given)).map(([sign]) => sign);
}

/** The signs of a short piece of text; each is there or it is not. */
export function signsOf(text: string): ReadonlySet<string> {
  // Folding one sign into one sign, it keeps the places of words and forms comparable.
  const normal = text.normalize('NFKC');
  const places = new Map<Name, readonly Place[]>([...placesOf(folded(normal)), ...formsOf(normal)]);
  const signs = new Set<string>(pairsOf(places));
  for (const [name, found] of places) if (found.length > 0) signs.add(name);
  for (const [one, other] of FAR_PAIRS) {
    if (isNear(places.get(one) ?? [], places.get(other) ?? [], FAR)) signs.add(`${one}++${other}`);
  }
  return signs;
}

/** Two things within a sentence say more together than apart: `override+rules`. */
function pairsOf(places: ReadonlyMap<Name, readonly Place[]>): readonly string[] {
  const inOrder = [...places]
    .flatMap(([name, found]) => found.map((place) => ({ name, ...place })))
    .sort((one, other) => one.start - other.start);
  return inOrder.flatMap(({ name, end }, at) => {
    const pairs: string[] = [];
    for (let next = at + 1; next < inOrder.length; next += 1) {
      const other = inOrder[next];
      if (other === undefined || other.start > end + NEAR) break;
      // The same words count once.
      if (other.name === name || other.start < end) continue;
      pairs.push(name < other.name ? `${name}+${other.name}` : `${other.name}+${name}`);
    }
    return pairs;
  });
}

/** Whether one of each stands within a distance of the other; the same words count once. */
function isNear(some: readonly Place[], others: readonly Place[], distance: number): boolean {
  return some.some((one) =>
    others.some(
      (other) =>
        (other.start >= one.end && other.start - one.end <= distance) ||
        (one.start >= other.end && one.start - other.end <= distance),
    ),
  );
}
