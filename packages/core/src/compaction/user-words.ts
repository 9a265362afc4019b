import { type OwnSentence, ownSentences } from '../condense/own-words.ts';
import { sentenceWeight } from '../condense/sentence-weight.ts';
import { standingRules } from '../condense/standing-rules.ts';
import { enveloped } from '../ground/envelope/envelope.ts';
import { onOneLine } from '../ground/envelope/hidden-characters.ts';
import { type Steps, TURNS_PER_STEP } from '../ground/platform/steps.ts';
import { type Message, textOf } from '../message/message.ts';
import type { Overlays } from '../view/overlay.ts';
import type { Room } from './room.ts';
import type { CompactionInput } from './stage.ts';

/** Sentences of the user in messages that left: a section beside the summary, by a model or not. */
export interface UserWords {
  /** As it is sent; '' where nothing is quoted. */
  readonly text: string;
  /** The sentences in it. */
  readonly sentences: readonly string[];
  /** Its tokens without those that set a rule. */
  readonly quotedTokens: number;
}

/** The newest messages of the user that left are read: this many for rules, this many for the rest. */
const MOST_READ = 1_000;
const MOST_QUOTED = 40;

/** In a small budget rules may take this much of the derived text all the same. */
const LEAST_RULES_TOKENS = 160;
const LEAST_RULES_PART = 0.6;

/** So many rules of a message that is no longer than this take their room before all others. */
const MOST_FIRST = 5;
const LONGEST_FIRST = 600;

/**
 * Quotes the user [CMP-16]: the newest sentences that set a rule, and the newest of the others. They are
 * found in the originals each time, so that nothing of them is kept beside the text.
 * @param maxTokens where less room is left than planned: the rules alone are quoted, in no more than this
 */
export function* quotingUser(
  { transcript, budget, limits, measurer, canRecall }: CompactionInput,
  { ranges }: Pick<Overlays, 'ranges'>,
  { derivedTokens }: Room,
  maxTokens?: number,
): Steps<UserWords> {
  const rules: Said[] = [];
  const others: Said[] = [];
  let read = 0;
  for (const { fromSeq, toSeq } of ranges.toReversed()) {
    for (let seq = toSeq - 1; seq >= fromSeq && read < MOST_READ; seq -= 1) {
      if (seq % TURNS_PER_STEP === 0) yield;
      const { message } = transcript.log.at(seq);
      if (message.role !== 'user') continue;
      const found = rulesIn(message);
      const firsts = textOf(message).length > LONGEST_FIRST ? 0 : MOST_FIRST;
      rules.push(...found.map((text, at) => ({ seq, text, isFirst: at < firsts })).reverse());
      if (read < MOST_QUOTED)
        others.push(...othersIn(message, found).map((text) => ({ seq, text, isFirst: true })));
      read += 1;
      yield;
    }
  }
  const count = (text: string) => measurer.text(text);
  const leastTokens = Math.min(LEAST_RULES_TOKENS, LEAST_RULES_PART * derivedTokens);
  const found = canRecall ? '; search_session finds them' : '';
  const heading = (leftOut: number) =>
    `The user's wishes and corrections that hold on, to the letter, the newest last${leftOut > 0 ? ` (${leftOut} others had no room${found})` : ''}:`;
  const differing = new Set(rules.map(({ text }) => text)).size;
  const rulesTokens = Math.min(
    Math.max(limits.rulesShare * budget.inputTokens, leastTokens),
    (maxTokens ?? Number.POSITIVE_INFINITY) - count(enveloped('user-words', heading(differing))),
  );
  const ruling = withinTokens(rules, rulesTokens, count);
  const quotesTokens = maxTokens === undefined ? limits.quotesShare * budget.inputTokens : 0;
  const quoted = withinTokens(others, quotesTokens, count);
  const lines = [
    heading(differing - ruling.length),
    ...ruling.map(lineOf),
    ...(quoted.length > 0 ? ['The last that the user wrote in these messages:'] : []),
    ...quoted.map(lineOf),
  ].slice(rules.length > 0 ? 0 : 1);
  const text = lines.length > 0 ? enveloped('user-words', lines.join('\n')) : '';
  return {
    text,
    sentences: [...ruling, ...quoted].map(({ text }) => text),
    quotedTokens: count(text) - count(ruling.map(lineOf).join('\n')),
  };
}

/** A sentence of a message, on one line. */
interface Said {
  readonly seq: number;
  readonly text: string;
  /** Whether it takes its room before those that are not. */
  readonly isFirst: boolean;
}

const lineOf = ({ seq, text }: Said) => `- #${seq}: ${text}`;

const known = new WeakMap<Message, readonly string[]>();

/** A message never changes, so that it is read once. */
function rulesIn(message: Message): readonly string[] {
  const rules = known.get(message) ?? onLines(standingRules(textOf(message)));
  known.set(message, rules);
  return rules;
}

/** The last sentence first. */
function othersIn(message: Message, rules: readonly string[]): readonly string[] {
  return onLines(ownSentences(textOf(message)))
    .filter((text) => !rules.includes(text) && sentenceWeight(text, 'user') > 0)
    .reverse();
}

const onLines = (sentences: readonly OwnSentence[]) => sentences.map(({ text }) => onOneLine(text));

/** As many as have room, of those given the first; each once, the last first. */
function withinTokens(
  said: readonly Said[],
  maxTokens: number,
  count: (text: string) => number,
): readonly Said[] {
  const kept = new Map<string, Said>();
  let tokens = 0;
  for (const one of [...said].sort((a, b) => Number(b.isFirst) - Number(a.isFirst))) {
    const itsTokens = count(lineOf(one));
    if (kept.has(one.text) || tokens + itsTokens > maxTokens) continue;
    tokens += itsTokens;
    kept.set(one.text, one);
  }
  return said.filter((one) => kept.get(one.text) === one).reverse();
}
