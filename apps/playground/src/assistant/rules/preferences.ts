import { type Rule, type Statement, say } from '../assistant-move.ts';
import type { ContextText } from '../context-texts.ts';
import { preferenceText, quoted, recalledRecords } from './statements.ts';

const PREFERS =
  /^(?<correction>(?:no|actually|sorry|wait)\b[,:]? )?i (?:now |really |always )?prefer (?<what>[^.!?\n]{2,80})[.!]*$/i;
const ASKED =
  /\b(?:which|what)(?: kind of| sort of)? (?<thing>[a-z][a-z' -]{1,30}?) (?:do|did) i prefer\b/i;
/** Behind these words stands when or over what it is preferred, and no longer what. */
const END_OF_THING = / (?:over|to|for|when|in|on|at|with|than|rather|instead|please|now)\b.*$/i;

/** Takes preferences and their corrections in, and answers from those that were retrieved. */
export const answerPreferences: Rule = ({ question, texts }) => {
  const stated = statedPreference(question);
  if (stated) {
    const { record, isCorrection } = stated;
    const call = {
      toolName: 'store_memory',
      arguments: { records: [record], isCorrection },
    } as const;
    return { kind: 'call', call };
  }
  const thing = ASKED.exec(question)?.groups?.thing;
  return thing ? say(preferenceOf(thing.trim(), texts)) : undefined;
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

function preferenceOf(thing: string, texts: readonly ContextText[]): string {
  const word = singular(thing.split(/\s+/).at(-1) ?? thing).toLowerCase();
  const isAbout = ({ text }: { readonly text: string }) => text.toLowerCase().includes(word);
  const record = recalledRecords(texts).find(
    (candidate) => candidate.facts.startsWith('preference') && isAbout(candidate),
  );
  if (record) return quoted(record);
  const own = texts
    .filter(({ origin }) => origin === 'user')
    .flatMap(({ text }) => statedPreference(text)?.record ?? [])
    .findLast(isAbout);
  if (!own) return `I do not see which ${thing} you prefer anywhere in the context I was given.`;
  const said = own.text.replace(/^The user prefers/, 'You prefer');
  return `${said} Long-term memory has no word of it; I read that in your own message, which is still in the context.`;
}
