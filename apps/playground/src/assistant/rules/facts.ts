import { type Rule, say } from '../assistant-move.ts';
import type { ContextText, TextOrigin } from '../context-texts.ts';
import { factText, quoted, recalledRecords } from './statements.ts';

/** Something the user said about themself: `order number` is `A-20417`. */
export interface StatedFact {
  readonly name: string;
  readonly value: string;
  readonly origin: TextOrigin;
}

/** A value ends where the sentence does; a dot inside it, as in an address, is part of it. */
const STATEMENT =
  /\b(?:my|your) (?<name>[a-z][a-z' -]{1,40}?) (?:is|are|=) (?:now |actually )?(?<value>[^\n,;]+?)(?=[.!?]*(?:["”»]|\s*[,;\n]|\s+and (?:my|your)\b|[.!?]\s|$))/gi;
const QUESTION =
  /\b(?:what|who|when|where)(?:'s|’s| is| was| are)? my (?<name>[a-z][a-z' -]{1,40}?)(?: again)?\s*\?*$/i;
const CORRECTION = /^(?:no|actually|sorry|wait)\b/i;
const EVERYTHING = /\bwhat do you (?:know|remember)\b|\bwhat did i tell you\b/i;

const NOT_SAID: ReadonlySet<TextOrigin> = new Set(['system', 'long-term', 'tool']);

/** Every statement in the context, the newest last. What a tool read is no statement of the user. */
export function statedFacts(texts: readonly ContextText[]): readonly StatedFact[] {
  return texts
    .filter(({ origin }) => !NOT_SAID.has(origin))
    .flatMap(({ origin, text }) =>
      [...text.matchAll(STATEMENT)].flatMap(({ groups }) => {
        const { name, value } = groups ?? {};
        if (!name || !value || /\?$/.test(value)) return [];
        return [{ name: normal(name), value: value.trim(), origin }];
      }),
    );
}

/** Answers questions about what the user said, and takes new statements in. */
export const answerFacts: Rule = ({ question, texts }) => {
  const facts = statedFacts(texts);
  if (EVERYTHING.test(question)) return say(listed(facts, texts));
  const asked = QUESTION.exec(question)?.groups?.name;
  if (asked) return say(recalled(normal(asked), facts, texts));
  const stated = statedFacts([{ origin: 'user', text: question }]);
  if (stated.length === 0 || question.endsWith('?')) return undefined;
  const records = stated.map(({ name, value }) => ({
    kind: 'fact' as const,
    text: factText(name, value),
    key: name,
  }));
  const isCorrection = CORRECTION.test(question);
  return {
    kind: 'call',
    call: { toolName: 'store_memory', arguments: { records, isCorrection } },
  };
};

/** This conversation comes first: its word is the newer one. */
function recalled(
  name: string,
  facts: readonly StatedFact[],
  texts: readonly ContextText[],
): string {
  const fact = facts.findLast((candidate) => candidate.name === name);
  const opening = factText(name, '').replace(/ \.$/, ' ');
  const record = recalledRecords(texts).find(({ text }) => text.startsWith(opening));
  if (!fact && record) return quoted(record);
  if (!fact) return `I do not see your ${name} anywhere in the context I was given.`;
  return `Your ${fact.name} is ${fact.value}. I read that in ${place(fact.origin)}.`;
}

function listed(facts: readonly StatedFact[], texts: readonly ContextText[]): string {
  const newest = new Map(facts.map(({ name, value }) => [name, value]));
  const records = recalledRecords(texts);
  if (newest.size === 0 && records.length > 0) return records.map(quoted).join(' ');
  if (newest.size === 0) return 'I see nothing about you in the context I was given.';
  const lines = [...newest].map(([name, value]) => `your ${name} is ${value}`);
  return `From the context I was given: ${lines.join('; ')}.`;
}

function place(origin: TextOrigin): string {
  switch (origin) {
    case 'user':
      return 'your own message, which is still in the context';
    case 'assistant':
      return 'an earlier answer of mine, which is still in the context';
    case 'archive':
      return 'the summary that stands for earlier messages';
    case 'scratchpad':
      return 'the scratchpad';
    case 'long-term':
      return 'long-term memory';
    case 'tool':
      return 'the result of a tool';
    case 'system':
      return 'my instructions';
  }
}

function normal(name: string): string {
  return name.trim().toLowerCase().replace(/\s+/g, ' ');
}
