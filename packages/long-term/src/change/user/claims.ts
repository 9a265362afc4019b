/** A statement of the user without its "not", so that two can be held against each other. */
export interface Claim {
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
export function claimOf(text: string): Claim {
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
export function takesBack(now: Claim, before: Claim, text: string): boolean {
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
