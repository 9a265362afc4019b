import { type Concept, type Place, placesOf } from './concepts.ts';
import { folded } from './fold.ts';
import { type Form, formsOf } from './forms.ts';

type Name = Concept | Form;

/** Pairs that say more together than apart, within a sentence. */
const NEAR_PAIRS: readonly (readonly [Name, Name])[] = [
  ['override', 'rules'],
  ['override', 'prior'],
  ['override', 'theUser'],
  ['override', 'unbound'],
  ['prior', 'rules'],
  ['reveal', 'systemText'],
  ['reveal', 'secret'],
  ['reveal', 'rules'],
  ['question', 'systemText'],
  ['question', 'secret'],
  ['putIn', 'reply'],
  ['answerAs', 'reply'],
  ['answerAs', 'oddForm'],
  ['answerAs', 'only'],
  ['answerAs', 'wordForWord'],
  ['reply', 'oddForm'],
  ['reply', 'advert'],
  ['reply', 'only'],
  ['persona', 'unbound'],
  ['persona', 'assistant'],
  ['assistant', 'unbound'],
  ['assistant', 'authority'],
  ['assistant', 'swap'],
  ['sendOff', 'address'],
  ['sendOff', 'secret'],
  ['sendOff', 'theUser'],
  ['sendOff', 'money'],
  ['money', 'address'],
  ['secret', 'address'],
  ['secret', 'theUser'],
  ['useTool', 'theUser'],
  ['useTool', 'address'],
  ['useTool', 'authority'],
  ['memory', 'always'],
  ['memory', 'override'],
  ['memory', 'sendOff'],
  ['whenAsked', 'answerAs'],
  ['whenAsked', 'theUser'],
  ['whenAsked', 'reveal'],
  ['always', 'answerAs'],
  ['always', 'sendOff'],
  ['always', 'theUser'],
  ['always', 'noQuestion'],
  ['secretly', 'theUser'],
  ['secretly', 'sendOff'],
  ['secretly', 'answerAs'],
  ['authority', 'swap'],
  ['authority', 'theUser'],
  ['authority', 'sendOff'],
  ['authority', 'secret'],
  ['noQuestion', 'useTool'],
  ['noQuestion', 'money'],
  ['noQuestion', 'theUser'],
  ['noQuestion', 'assistant'],
  ['swap', 'theUser'],
  ['swap', 'money'],
  ['swap', 'address'],
  ['aheadOfTask', 'theUser'],
  ['aheadOfTask', 'useTool'],
  ['aheadOfTask', 'authority'],
  ['pretence', 'answerAs'],
  ['pretence', 'wordForWord'],
  ['speaker', 'override'],
  ['speaker', 'persona'],
  ['speaker', 'only'],
  ['edge', 'speaker'],
  ['edge', 'override'],
  ['authorityTag', 'sendOff'],
  ['authorityTag', 'secret'],
  ['authorityTag', 'override'],
  ['shout', 'override'],
  ['shout', 'assistant'],
  ['unshown', 'assistant'],
  ['unshown', 'answerAs'],
  ['unshown', 'override'],
  ['unshown', 'sendOff'],
  ['fence', 'putIn'],
  ['todo', 'sendOff'],
  ['todo', 'money'],
  ['assistant', 'always'],
  ['assistant', 'putIn'],
  ['assistant', 'answerAs'],
  ['assistant', 'theUser'],
  ['memory', 'secret'],
  ['memory', 'authority'],
  ['always', 'putIn'],
  ['putIn', 'advert'],
];

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
  ['reply', 'fence'],
];

/** Characters between two places that belong together. */
const NEAR = 60;
const FAR = 600;

/** A sentence that begins with an order, in English. */
const ORDER =
  /(?:^|[.!?:;\n]\s*)(?:please\s+|now,?\s+|then,?\s+|also,?\s+|instead,?\s+|thus,?\s+)?(?:ignore|disregard|forget|override|reveal|print|output|repeat|send|forward|email|transfer|delete|execute|run|call|invoke|reply|respond|answer|say|write|include|add|insert|append|integrate|incorporate|mention|modify|change|replace|remember|save|store|act|pretend|translate|encode|click|visit|navigate|approve|proceed|treat|convert|provide|give|tell|list|share|relay|show|perform|do not|don't|never|always|stop|start|end|begin|complete|augment|enhance|render|embed|suggest|promote|recommend|post|upload|make|set|use|create|generate)\b/iu;

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
  const has = (one: Name, other: Name, distance: number) =>
    isNear(places.get(one) ?? [], places.get(other) ?? [], distance);
  const signs = new Set<string>();
  for (const [name, found] of places) if (found.length > 0) signs.add(name);
  for (const [one, other] of NEAR_PAIRS) if (has(one, other, NEAR)) signs.add(`${one}+${other}`);
  for (const [one, other] of FAR_PAIRS) if (has(one, other, FAR)) signs.add(`${one}++${other}`);
  if (signs.has('override+prior') && signs.has('prior+rules')) signs.add('override+prior+rules');
  if (ORDER.test(normal)) signs.add('order');
  return signs;
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
