import { bannedTopic } from '../../change/bans.ts';
import type { MemoryKind } from '../../records/memory-record.ts';
import { correctsItself, takesBackHow, undoesMessage } from './self-corrections.ts';
import type { Sentence } from './sentences.ts';

/** The sentence ahead was a joke. */
const JOKE =
  /^(?:ha(?:ha)+[,.! ]+)?(?:(?:i'?m |i’m |i was )?(?:just |only )?(?:kidding|joking)|jk|not|as if|(?:das war |war )?(?:nur )?(?:ein )?(?:spaß|scherz)|nicht|(?:es|era) (?:una )?broma|je (?:plaisante|rigole|blague)|c'était une blague)(?: about that)?\s*[.!…)]*$/iu;
/** The sentence ahead is denied: "No, I did not", "Wait, I do". */
const DENIAL =
  /^(?:(?:(?:no|nope|wait|actually|sorry|well|oh|ha(?:ha)+|lol|hm+)[,.!:;—–-]* *)+(?:i (?:do|did|have|am|was|will|can)(?:[ ]?n[o’']?t)?(?: actually| really| still)*|not really|that['’]?s (?:not true|wrong|a lie)|no)?|i (?:did|do|have|am|was)(?: not|n['’]?t)|(?:that['’]?s |that is |it['’]?s )?(?:not true|a lie)|(?:nein|nee|doch)[,.! ]*(?:bin ich nicht|stimmt nicht|tue ich nicht|doch)?|(?:no|non)[,.! ]*(?:es mentira|ce n['’]est pas vrai)?)\s*[.!…)]*$/iu;
/** A sentence that takes itself back at its end. */
const JOKE_AT_END =
  /[,;:…—–-]+ *(?:(?:ha(?:ha)+|lol|just|only|no|nope|not|jk|but|actually|wait)[,.! ]+)*(?:ha(?:ha)+|lol|kidding|joking|i['’]?m (?:just |only )?(?:kidding|joking)|jk|no|nope|not|as if|i wish|or not|nur spaß|kleiner scherz|es broma|je (?:plaisante|rigole|blague))\s*[.!…)]*$/iu;
/** Whether a message asks that nothing of it is kept. */
const OFF_RECORD =
  /(?<!\p{L})(?:(?:do not|don['’]t|never) (?:save|store|remember|keep|note|record|write down|memori[sz]e) (?:that|this|it|any of)|(?<!don['’]t |not |never )forget (?:that|this|it|what i (?:just )?said|i said)|off the record|between (?:you and me|us)|(?:speicher\p{L}*|merk\p{L}*|notier\p{L}*) (?:dir |euch |sich )?(?:das|dies|es) (?:bitte )?nicht|vergiss (?:das|es)|vergessen sie (?:das|es)|unter uns|no (?:lo |me lo )?(?:guardes|recuerdes|anotes)|olvídalo|olvida (?:eso|esto)|entre nosotros|ne (?:le |l['’])?(?:retiens|note|garde|enregistre|mémorise)s? pas|oublie (?:ça|cela)|entre nous)(?!\p{L})/iu;
/** Praise behind "I love it when": nobody means it. */
const IRONY =
  /^(?:i|we) (?:\p{L}+ ){0,2}(?:love it when|like it when .*(?:great|nice|good) (?:work|job))(?!\p{L})/iu;
/** A few words that end in "that" or "you" say nothing without what stood before them. */
const SCRAP =
  /^(?:\p{L}[\p{L}'’]* ){0,3}(?:that|this|it|these|those|you|him|her|them|(?:that|this) (?:one|way|option)|das|dies|es|dich|ihn|sie|so|eso|esto|ese|esta|ti|así|ça|cela|celui-ci|celle-ci|toi)[.!…]*$/iu;
/** The first words of novels and songs. */
const SAYING = /^call me (?:ishmael|maybe|crazy|old[- ]fashioned|by your name)(?!\p{L})/iu;

/** The sentences of a message that it takes back, or wants to have kept nowhere. */
export function takenBackIn(sentences: readonly Sentence[]): ReadonlySet<string> {
  const isOffRecord = sentences.some(
    ({ text, core }) => OFF_RECORD.test(text) && bannedTopic(core) === undefined,
  );
  const undoneUpTo = sentences.findLastIndex(undoesMessage);
  const taken = sentences.filter((sentence, index) => {
    const { core } = sentence;
    const next = sentences[index + 1];
    const isDenied =
      next !== undefined &&
      (isJoke(next) || DENIAL.test(next.text) || takesBackHow(next, sentence) !== undefined);
    const isCorrected = isDenied || index < undoneUpTo || correctsItself(sentence);
    return isOffRecord || isCorrected || IRONY.test(core) || JOKE_AT_END.test(core);
  });
  return new Set(taken.map(({ text }) => text));
}

/** Whether a sentence says that the one before it was not meant. */
export function isJoke({ core }: Pick<Sentence, 'core'>): boolean {
  return JOKE.test(core);
}

/** Whether a preference names nothing that would be understood later. */
export function isScrap(core: string, kind: MemoryKind): boolean {
  return (
    (kind === 'preference' || kind === 'instruction') && (SCRAP.test(core) || SAYING.test(core))
  );
}
