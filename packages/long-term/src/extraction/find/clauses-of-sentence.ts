import type { Sentence } from './sentences.ts';

/** Words that join a clause to the one before it. */
const JOINING =
  '(?:and|but|so|since|as(?! (?:someone|somebody|an?|the) )|though|although|however|plus|also|yet|while|especially|particularly|considering(?: (?:that|the fact that))?|given(?: (?:that|the fact that))?|now that|und|aber|also|da|obwohl|außerdem|y|pero|así que|aunque|además|et|mais|donc)';
/** Words that begin a clause: its subject, its question, its order. */
const STARTING =
  "(?:i(?:['’](?:m|ve|d|ll))?|we(?:['’](?:re|ve|d|ll))?|my|our|it(?:['’]s)?|they|he|she|you(?! know)|there|here(?:['’]s)?|let['’]?s|(?:the|this|that|these|those)(?: [^\\s,;:]+){1,5}? (?:is|are|was|were|has|have|had|will|would|can|could|now|got)|that['’]s|can|could|would|should|will|shall|do|does|did|is|are|was|were|how|what|which|why|where|when|who|any|if|please|always|never|don['’]?t|do not|thanks|now (?:i|we|my|our|it)|ich|wir|meine?|unsere?|bitte|immer|nie|kannst|könntest|wie|was|welche[rs]?|warum|wo|ist|sind|hat|soll(?:te)?|kann|darf|muss|gibt|¿\\p{L}+|yo|mi|mis|nuestr[oa]|siempre|nunca|puedes|podrías|¿?(?:cómo|qué|cuál|por qué|dónde)|je|j['’]ai|nous|mon|ma|mes|notre|toujours|jamais|peux-tu|pourrais-tu|comment|quel(?:le)?s?|pourquoi|où|est-ce)";
const BOUNDARY = new RegExp(
  String.raw`,\s{1,3}(?=(?:but|so(?! that)|yet|which|who(?:['’]s)?|aber|pero|mais) )|(?:[,;:]|(?<!\s)\s{1,2}[–—-])\s{1,3}(?=(?:${JOINING} ){0,3}${STARTING}(?![\p{L}-]))|(?<!\s)\s{1,3}(?=(?:and|but|so|since|though|although|considering|und|aber|y|pero|et|mais) ${STARTING}(?![\p{L}-]))`,
  'giu',
);
const JOINED = new RegExp(`^(?:(?:${JOINING}|because|weil|porque|car),? +)+`, 'iu');
/** The clause asks, or says what it asks for: nothing of it lasts. */
const ASKING =
  /^¿|^(?:ist|sind|hat|soll(?:te)?|kann|darf|muss|gibt)(?= (?:ich|man|es|das|wir|du|mir)(?!\p{L}))|^(?:can|could|would|should|will|shall|do|does|did|is|are|was|were|how|what|which|why|where|when|who|any (?:tips|advice|ideas?|suggestions?)|help me|tell me|show me|let me know|thanks|(?:i|we)(?:['’](?:m|re)| am| are)? (?:(?:just|also|still|really|so|kinda|a bit|currently|now|here) )*(?:not sure|unsure|wondering|wonder|hoping|hope|looking|trying|considering|thinking|struggling|stuck|curious|worried|concerned|confused|excited|need help|would love|was wondering|am not sure|want to (?:make sure|know|ensure|see))|i['’]d (?:like|love) (?:to|some|your)|kannst|könntest|wie|was|welche[rs]?|warum|wo|puedes|podrías|cómo|qué|cuál|por qué|dónde|peux-tu|pourrais-tu|comment|quel(?:le)?s?|pourquoi|est-ce)(?!\p{L})/iu;
const QUESTION_MARK = /\?+\s*$/u;
/** Joined by these a clause is none that its sentence asks. */
const BACKGROUND =
  /^(?:(?:especially|particularly|and|but|so) )?(?:considering|given|since|as)(?!\p{L})/iu;
const PAIR = /^\S+(?: \S+)?$/u;
const OUTCOME = /^(?:so|also|así que|donc)(?!\p{L})/iu;
const CONDITION = /^(?:if|unless|suppose|assuming|falls|wenn|si|quand|cuando)(?!\p{L})/iu;
const REPORTING =
  /(?<!\p{L})(?:says?|said|tells?|told|wrote|writes|claims?|claimed|thinks?|thought|heard|read|asks?|asked|reads|goes|sagte?|meint|schrieb|dice|dijo|dit)(?: (?:me|us|him|her|them|everyone|everybody|people|that))*$/iu;
/** Behind a clause: whoever says so is not sure of it. */
const HEDGE =
  /^(?:i (?:think|guess|suppose|believe)|maybe|perhaps|probably|or so|not sure|right|no)[?…]*$/iu;

/** A clause of a sentence, as a sentence of its own. */
export interface Clause extends Sentence {
  /** It says what comes of the one before it, which is understood without it. */
  readonly isOutcome: boolean;
  /** Nothing in it lasts: it asks, or says what the writer is busy with. */
  readonly isTalk: boolean;
  /** Its writer does not vouch for it: a condition, a report, or "I think" behind it. */
  readonly isOpen: boolean;
}

/** The clauses of a sentence without the words that join them. */
export function clausesOfSentence({ core, bare }: Sentence): readonly Clause[] {
  // In "Tom and I agreed" no clause ends.
  const ends = [...bare.matchAll(BOUNDARY)].filter(
    ({ index, 0: gap }) => gap.trim() !== '' || !PAIR.test(bare.slice(0, index)),
  );
  const starts = [0, ...ends.map(({ index, 0: gap }) => index + gap.length)];
  const pieces = starts.map((start, at) => {
    const end = ends[at]?.index ?? core.length;
    const from = start + (JOINED.exec(bare.slice(start, end))?.[0].length ?? 0);
    const isAsked =
      at > 0 &&
      (BACKGROUND.test(bare.slice(start, end)) || ASKING.test(bare.slice(starts[at - 1] ?? 0)));
    const to =
      isAsked && end === core.length ? end - (QUESTION_MARK.exec(core)?.[0].length ?? 0) : end;
    const isOutcome = OUTCOME.test(bare.slice(start, from));
    const isBehindColon = ends[at - 1]?.[0].startsWith(':') === true;
    return {
      text: core.slice(from, to),
      bare: bare.slice(from, to),
      from,
      isOutcome,
      isBehindColon,
    };
  });
  let isReported = false;
  return pieces.map(({ text, bare: said, from, isOutcome, isBehindColon }, at) => {
    const before = pieces[at - 1];
    isReported ||= before !== undefined && (REPORTING.test(before.bare) || isBehindColon);
    const isUnder = before !== undefined && CONDITION.test(before.bare);
    const next = pieces[at + 1]?.bare.replace(/[.!]+$/u, '') ?? '';
    const isHedged = HEDGE.test(next) || REPORTING.test(next);
    return {
      ...{ text, core: text, bare: said, isOutcome },
      isTalk: ASKING.test(said) || core.slice(from).trim() === '',
      isOpen: isReported || isUnder || isHedged || CONDITION.test(said),
    };
  });
}
