import {
  type AssistantMove,
  call,
  type Rule,
  type Statement,
  say,
  type Turn,
} from '../assistant-move.ts';
import { lookBack, notSeen } from '../look-back.ts';
import { placeText, userWords } from '../user-words.ts';
import { preferenceText, quoted, recalledRecords, toTheUser } from './statements.ts';

const PREFERS =
  /^(?<correction>(?:no|actually|sorry|wait)\b[,:]? )?i (?:now |really |always )?prefer (?<what>[^.!?\n]{2,80})[.!]*$/i;
const ASKED =
  /\b(?:which|what)(?: kind of| sort of)? (?<thing>[a-z][a-z' -]{1,30}?) (?:do|did) i prefer\b/i;
/** Behind these words stands when or over what it is preferred, and no longer what. */
const END_OF_THING = / (?:over|to|for|when|in|on|at|with|than|rather|instead|please|now)\b.*$/i;

/** Takes preferences and their corrections in, and answers from those that were retrieved. */
export const answerPreferences: Rule = (turn) => {
  const { question } = turn;
  const stated = statedPreference(question);
  if (stated) {
    const { record, isCorrection } = stated;
    return call('store_memory', { records: [record], isCorrection });
  }
  const thing = ASKED.exec(question)?.groups?.thing;
  return thing ? preferenceOf(thing.trim(), turn) : undefined;
};

/** The preference that a message states; two about the same thing have one key. */
export function statedPreference(
  message: string,
): { readonly record: Statement; readonly isCorrection: boolean } | undefined {
  const { what, correction } = PREFERS.exec(message.trim())?.groups ?? {};
  if (!what) return undefined;
  const key = `preference: ${thingOf(what)}`;
  const record = { kind: 'preference', text: preferenceText(what.trim()), key } as const;
  return { record, isCorrection: correction !== undefined };
}

/** `a window seat over the wing` is about a `seat`. */
function thingOf(what: string): string {
  const words = what.replace(END_OF_THING, '').toLowerCase().trim().split(/\s+/);
  return singular(words.at(-1) ?? what);
}

function singular(word: string): string {
  return word.length > 3 ? word.replace(/(?<!s)s$/, '') : word;
}

function preferenceOf(thing: string, turn: Turn): AssistantMove {
  const word = singular(thing.split(/\s+/).at(-1) ?? thing).toLowerCase();
  const isAbout = ({ text }: { readonly text: string }) => text.toLowerCase().includes(word);
  const record = recalledRecords(turn.texts).find(
    (candidate) => candidate.facts.startsWith('preference') && isAbout(candidate),
  );
  if (record) return say(quoted(record));
  const own = userWords(turn)
    .flatMap(({ text, place }) => {
      const stated = statedPreference(text);
      return stated ? [{ text: stated.record.text, place }] : [];
    })
    .findLast(isAbout);
  const step = lookBack(turn, `I prefer ${thing}`, own);
  if (step) return step;
  if (!own) return say(notSeen(turn, `which ${thing} you prefer`));
  return say(
    `${toTheUser(own.text)} Long-term memory has no word of it; I read that in ${placeText(own.place)}.`,
  );
}
