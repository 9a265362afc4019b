import { type AttributeStatement, attributesIn, isOneClause, valueRelation } from './attributes.ts';

/** How two statements about attributes of the user stand to each other. */
type AttributeRelation = 'same' | 'replaces' | 'may-contradict' | 'beside';

/**
 * How a statement of the user about themselves stands to an earlier one, both in the first person;
 * `undefined` where neither an attribute of which they have one nor a taken-back claim decides.
 *
 * @param isTold somebody who understood the user tells it of them: it is no figure of speech.
 */
export function userRelation(
  now: string,
  before: string,
  { isTold = false }: { readonly isTold?: boolean } = {},
): AttributeRelation | undefined {
  const told = (one: AttributeStatement) => (isTold ? { ...one, isSure: true } : one);
  const [ours, theirs] = [attributesIn(now).map(told), attributesIn(before)];
  const relations = ours.flatMap((one) => theirs.map((other) => relationOfTwo(one, other)));
  for (const relation of ['replaces', 'may-contradict'] as const) {
    if (relations.includes(relation)) return relation;
  }
  if (relations.includes('same')) {
    return isOneClause(now) && isOneClause(before) ? 'same' : 'may-contradict';
  }
  if (takesBack(claimOf(now), claimOf(before), now.toLowerCase())) return 'replaces';
  // Both are about attributes, and about others or other values.
  return relations.length > 0 ? 'beside' : undefined;
}

/** Whether an earlier statement would take something else with it if a newer one ended it. */
export function saysMoreThan(now: string, before: string): boolean {
  const ours = attributesIn(now);
  const isDecided = (part: string) =>
    attributesIn(part).some((other) =>
      ours.some((one) => ['replaces', 'same'].includes(relationOfTwo(one, other))),
    );
  return partsBeyond(now, before, isDecided).length > 0;
}

function relationOfTwo(now: AttributeStatement, before: AttributeStatement): AttributeRelation {
  if (!now.attributes.some((attribute) => before.attributes.includes(attribute))) return 'beside';
  const values = valueRelation(now, before);
  if (now.isOver && before.isOver) return values === 'same' ? 'same' : 'beside';
  if (now.isOver) return values === 'same' || values === 'less' ? 'replaces' : 'beside';
  if (before.isOver) {
    if (!now.isSure && values !== 'same') return 'may-contradict';
    return values === 'same' || before.attributes.length === 1 ? 'replaces' : 'beside';
  }
  if (now.isNarrowed || before.isNarrowed) return 'may-contradict';
  if (values === 'same' || values === 'less') return 'same';
  // "My favourite editor is acting up": no name replaces one.
  const isLess = before.isNamed && !now.isNamed && isFavourite(now);
  return values === 'more' || (now.isSure && !isLess) ? 'replaces' : 'may-contradict';
}

function isFavourite({ attributes }: AttributeStatement): boolean {
  return attributes.some((attribute) => attribute.startsWith('favourite '));
}

/** Where a statement may begin to say something else. */
const JOINTS =
  /\s*(?:[;:!?…]|,(?! \d{4}(?!\d)))+\s+|\s*[()–—]\s*|(?<=\.)\s+|\s+(?:-|&|\+|and|or|but|plus|as well as|und|oder|aber|sowie|y|e|o|u|pero|et|ou|mais)\s+|\s+(?=(?:i|i['’]\p{L}+|my|our|ich|mein\p{L}*|yo|mis?|je|j['’]\p{L}+|mon|ma|mes)(?!\p{L}))/iu;
/** "Belgium" behind "I live in Ghent," says more of the same. */
const BEHIND_A_PLACE = /\s(?:in|at|from|to|near|bei|nach|aus|en|a|à|au|aux) \p{Lu}[\p{L}'’-]*$/u;
const NAMES = /^\p{Lu}[\p{L}.'’-]*(?: \p{Lu}[\p{L}.'’-]*){0,2}\.?$/u;

/**
 * The parts of a statement in the first person that a newer one has no word about: an allergy in the same
 * sentence as a residence. It takes rather too much for a part than too little.
 *
 * @param isDecided whether a part is about something that the newer one decides, whatever its words.
 */
function partsBeyond(
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

/** A statement of the user without its "not", so that two can be held against each other. */
interface Claim {
  /** Stems, in their order. */
  readonly words: readonly string[];
  readonly isDenied: boolean;
  /** It held until now. */
  readonly isEnded: boolean;
}

const CONTRACTIONS: readonly (readonly [RegExp, string])[] = [
  [/\bcan['’]?t stand\b|\bcannot stand\b/gu, 'hate'],
  [/\b(\p{L}+)n['’]t\b/gu, '$1 not'],
  [/\bdont\b/gu, 'do not'],
  [/\bi['’]m\b/gu, 'i am'],
  [/\bi['’](?:ve|d|ll)\b/gu, 'i'],
  [/(?<!\p{L})(?:j|n|l|d)['’]/gu, ' '],
  // "I love tea again" denies no more that they do.
  [/(?<!\p{L})(?:again|once more|wieder|otra vez|de nuevo|à nouveau|de nouveau)(?!\p{L})/gu, ' '],
];
const ENDED =
  /(?<!\p{L})(?:no longer|(?<!not )any ?more|any longer|stopped|quit|gave up|given up|nicht mehr|kein\p{L}* .*mehr|ya no|(?:ne|n['’]\p{L}+) .*plus|больше не)(?!\p{L})/u;
const DENIED =
  /(?<!\p{L})(?:not|never|no longer|any ?more|any longer|stopped|quit|gave up|given up|nicht|nie|niemals|kein\p{L}*|ya no|no|nunca|plus|pas|jamais|не|никогда)(?!\p{L})/u;
const DISLIKED = /(?<!\p{L})(?:hate|dislike|detest)(?!\p{L})/gu;
const LIKED = /(?<!\p{L})(?:love|adore|enjoy)(?!\p{L})/gu;
const FILLERS = new Set(
  'i am be do did does have has had just recently finally always usually generally typically really absolutely strongly much also never not no longer any more anymore stopped quit gave given up now currently a an the ich nicht nie niemals mehr immer stets jetzt kein keine keinen yo ya nunca siempre ahora je ne pas plus jamais toujours maintenant'.split(
    ' ',
  ),
);
/** Words that point at something said elsewhere. */
const POINTING = /(?<!\p{L})(?:it|that|this|them|those|these|das|es|eso|esto|ça|cela)(?!\p{L})/u;

/** Reads a statement in the first person. */
function claimOf(text: string): Claim {
  const said = CONTRACTIONS.reduce(
    (words, [pattern, plain]) => words.replace(pattern, plain),
    text.toLowerCase(),
  );
  const isDisliked = said.search(DISLIKED) >= 0;
  const plain = said.replace(DISLIKED, 'like').replace(LIKED, 'like');
  const words = plain.match(/[\p{L}\p{N}][\p{L}\p{N}.+#-]*(?<!\.)/gu) ?? [];
  return {
    words: words.filter((word) => !FILLERS.has(word)).map(stemOf),
    isDenied: DENIED.test(said) !== isDisliked,
    isEnded: ENDED.test(said),
  };
}

/**
 * Whether a claim takes back an earlier one: it says the opposite of the same; or something has ended
 * that the earlier one told more of.
 */
function takesBack(now: Claim, before: Claim, text: string): boolean {
  if (now.words.length === 0 || now.isDenied === before.isDenied || POINTING.test(text)) {
    return false;
  }
  if (now.words.join(' ') === before.words.join(' ')) return true;
  return now.isEnded && now.isDenied && isPartOf(now.words, before.words);
}

/** In the same order, with or without words between them. */
function isPartOf(part: readonly string[], whole: readonly string[]): boolean {
  let at = 0;
  for (const word of whole) if (word === part[at]) at += 1;
  return at === part.length;
}

/** Rough: "using", "uses" and "use" are one. */
function stemOf(word: string): string {
  return word.length > 2 ? word.replace(/(?:ing|es|s)$/u, '').replace(/e$/u, '') : word;
}
