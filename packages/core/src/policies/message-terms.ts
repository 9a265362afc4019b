import { type Message, textOf, toolCallsOf } from '../message/message.ts';

/** A message tells its subject at its beginning; this many characters are read. */
const CHARACTERS_READ = 32_000;
/** Shorter words are mostly grammar, longer ones no words. */
const LEAST_LETTERS = 3;
const MOST_LETTERS = 64;

const termsByMessage = new WeakMap<Message, ReadonlySet<string>>();

/**
 * The words and values in a message, in lower case, arguments of calls included; of scripts without
 * gaps, every two neighbouring characters. Each message is read once.
 */
export function messageTerms(message: Message): ReadonlySet<string> {
  const known = termsByMessage.get(message);
  if (known) return known;
  const calls = toolCallsOf(message).map((call) => `${call.toolName} ${call.arguments}`);
  const text = [textOf(message), ...calls].join('\n').slice(0, CHARACTERS_READ);
  const terms = new Set<string>();
  for (const [word] of text.matchAll(/[\p{L}\p{N}_]+/gu)) addTerms(terms, word.toLowerCase());
  termsByMessage.set(message, terms);
  return terms;
}

function addTerms(terms: Set<string>, word: string): void {
  if (denseScript.test(word)) {
    for (let at = 0; at + 1 < word.length; at += 1) terms.add(word.slice(at, at + 2));
  } else if (word.length >= LEAST_LETTERS && word.length <= MOST_LETTERS) terms.add(word);
}

const denseScript = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;
