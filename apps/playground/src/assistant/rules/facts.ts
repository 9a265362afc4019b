import { type AssistantMove, call, type Rule, say, type Turn } from '../assistant-move.ts';
import { lookBack, notSeen } from '../look-back.ts';
import { placeText, userWords } from '../user-words.ts';
import { factName, factOf, HOME, type StatedFact, statedFacts } from './stated-facts.ts';
import { factText, quoted, recalledRecords, toTheUser } from './statements.ts';

const QUESTION =
  /\b(?:what|who|when|where)(?:'s|’s| is| was| are)? my (?<name>[a-z][a-z' -]{0,40}?)(?: again)?\s*\?*$/i;
const WHERE_I_LIVE = /\bwhere (?:do|did) i live\b|\b(?:which|what) (?:city|town) do i live in\b/i;
const CORRECTION = /^(?:no|actually|sorry|wait)\b/i;
const EVERYTHING = /\bwhat do you (?:know|remember)\b|\bwhat did i tell you\b/i;

/** Answers questions about what the user said, and takes new statements in. */
export const answerFacts: Rule = (turn) => {
  const { question } = turn;
  if (EVERYTHING.test(question)) return say(listed(turn));
  const asked = WHERE_I_LIVE.test(question) ? HOME : QUESTION.exec(question)?.groups?.name;
  if (asked) return recalled(turn, factName(asked));
  const here = { kind: 'context', origin: 'user' } as const;
  const stated = statedFacts([{ text: question, place: here }]);
  if (stated.length === 0 || question.endsWith('?')) return undefined;
  const records = stated.map(({ name, value }) => ({
    kind: 'fact' as const,
    text: factText(name, value),
    key: name,
  }));
  return call('store_memory', { records, isCorrection: CORRECTION.test(question) });
};

/** This conversation comes first: its word is the newer one. What left it is searched for last. */
function recalled(turn: Turn, name: string): AssistantMove {
  const fact = factOf(statedFacts(userWords(turn)), name);
  const opening = factText(name, '').replace(/ ?\.$/, ' ');
  const record = recalledRecords(turn.texts).find(({ text }) => text.startsWith(opening));
  if (!fact && record) return say(quoted(record));
  const step = lookBack(turn, `my ${name}${name === HOME ? ' live in' : ''}`, fact);
  if (step) return step;
  return fact
    ? say(`${toTheUser(factText(fact.name, fact.value))} I read that in ${placeText(fact.place)}.`)
    : say(notSeen(turn, `your ${name}`));
}

function listed(turn: Turn): string {
  const newest = new Map<string, StatedFact>();
  for (const fact of statedFacts(userWords(turn))) newest.set(fact.name, fact);
  const records = recalledRecords(turn.texts);
  if (newest.size === 0 && records.length > 0) return records.map(quoted).join(' ');
  if (newest.size === 0) return 'I see nothing about you in the context I was given.';
  const lines = [...newest.values()].map(({ name, value }) =>
    toTheUser(factText(name, value)).replace(/^Y/, 'y').replace(/\.$/, ''),
  );
  return `From the context I was given: ${lines.join('; ')}.`;
}
