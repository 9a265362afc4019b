import type { PlanItem } from '@agent-memory/core';
import { isAbout, type Statement, statementsIn, wordsThatCount } from './statements.ts';
import { STORIES } from './story-texts.ts';
import { PAGES } from './tools.ts';
import { readTurn, type Step, type Turn, type Words } from './turn.ts';

/** The assistant's next move. */
export type Move =
  | { readonly kind: 'say'; readonly text: string }
  | { readonly kind: 'call'; readonly toolName: string; readonly arguments: object };

/** Answers a turn, or leaves it to the next rule. */
type Rule = (turn: Turn) => Move | undefined;

/** Asked in this order; the first that answers wins. */
const RULES: readonly Rule[] = [noted, forgotten, story, page, everything, answered, stated];

/** Contains no value: it could be taken for one of the user's. */
const WHAT_I_CAN_DO =
  'I am a script: no model, no network. I see only what memory puts into the context. Tell me something about you ' +
  '(“My order number is …”, “I prefer an aisle seat”), ask for it later, correct it (“No, I prefer a window seat”), or ' +
  'have it forgotten (“Forget my seat”). I also take notes (“Remember that …”), read pages, and tell long stories.';

/**
 * The scripted assistant: its next move, from nothing but the context that memory assembled. Every value it
 * says stands there in the user's words, in a record or in the result of a tool, which makes it a fair test
 * of the memory.
 */
export function respond(context: readonly PlanItem[]): Move {
  const turn = readTurn(context);
  for (const rule of RULES) {
    const move = rule(turn);
    if (move) return move;
  }
  return say(WHAT_I_CAN_DO);
}

function say(text: string): Move {
  return { kind: 'say', text };
}

function call(toolName: string, args: object): Move {
  return { kind: 'call', toolName, arguments: args };
}

function stepsWith({ steps }: Turn, toolName: string): readonly Step[] {
  return steps.filter((step) => step.toolName === toolName);
}

/** What a pattern captures, without the punctuation at its end. */
function captured(pattern: RegExp, text: string): string | undefined {
  return pattern.exec(text)?.[1]?.replace(/[.!\s]+$/, '');
}

/** Puts what is to be remembered on the scratchpad, and into long-term memory. */
function noted(turn: Turn): Move | undefined {
  const pattern = /^(?:please )?(?:remember|note|keep in mind)(?: that|:)? (.{3,})$/is;
  const fact = captured(pattern, turn.question);
  if (!fact) return undefined;
  const [noting] = stepsWith(turn, 'update_scratchpad');
  if (!noting) return call('update_scratchpad', { keyFacts: [...new Set([...turn.notes, fact])] });
  const stated = statementsIn(fact);
  const text = `${fact.charAt(0).toUpperCase()}${fact.slice(1)}.`;
  const saving = saved(turn, stated.length > 0 ? stated : [{ kind: 'fact', text }]);
  if (saving.kind === 'call') return saving;
  return say(`It is on the scratchpad, which goes along with every message. ${saving.text}`);
}

function stated(turn: Turn): Move | undefined {
  const statements = statementsIn(turn.question);
  return statements.length > 0 ? saved(turn, statements) : undefined;
}

/** Saves statements of the user, one call for each, and then says what became of them. */
function saved(turn: Turn, statements: readonly Statement[]): Move {
  const saves = stepsWith(turn, 'save_memory');
  const next = statements[saves.length];
  if (next) {
    const isCorrection = /^(?:no|actually|sorry|wait)\b/i.test(turn.question);
    const source = isCorrection ? 'user_correction' : 'user_stated';
    return call('save_memory', { ...next, type: 'user', source, quote: turn.question });
  }
  const isKept = saves.some(({ result }) => !result.startsWith('Not '));
  const later = 'Start over and ask me: it is in long-term memory.';
  return say([...saves.map(savedWords), ...(isKept ? [later] : [])].join(' '));
}

function savedWords({ result, arguments: { text } }: Step): string {
  if (result.startsWith('Known already')) return `I have that already: “${text}”`;
  if (!/^(?:Saved|Joined) /.test(result)) return result;
  return `${result.includes('It replaces') ? 'Corrected' : 'Got it'}: “${text}”`;
}

/** Looks for the records that are meant, and forgets each of them. */
function forgotten(turn: Turn): Move | undefined {
  const about = captured(/^(?:please )?forget (?:that |about )?(.{2,})$/is, turn.question);
  if (!about) return undefined;
  const words = wordsThatCount(about);
  if (stepsWith(turn, 'search_memory').length === 0) return search(words);
  const meant = turn.records.filter(({ id, text }) => id !== undefined && isAbout(text, words));
  const next = meant[stepsWith(turn, 'forget_memory').length];
  if (next) return call('forget_memory', { id: next.id });
  if (meant.length === 0)
    return say('Long-term memory has no such record, so nothing was changed.');
  const texts = meant.map(({ text }) => `“${text}”`).join(' ');
  return say(
    `Forgotten: ${texts} No context gets it any more. Its history stays until you erase it.`,
  );
}

/** A long story; another one each time, as far as the context still shows the last. */
function story({ question, told }: Turn): Move | undefined {
  if (!/\b(?:story|stories|tale|something long|fill the context)\b/i.test(question))
    return undefined;
  const fresh = STORIES.find((each) => !told.includes(each));
  return say(fresh ?? STORIES[told.length % STORIES.length] ?? '');
}

/** Reads a page and offers each paragraph to long-term memory, which decides whether it may be kept. */
function page(turn: Turn): Move | undefined {
  const pattern = /^(?:please )?(?:read|open) the page (?:about|on) ([\p{L} -]{2,40})/iu;
  const about = captured(pattern, turn.question)?.toLowerCase();
  if (!about) return undefined;
  const [read] = stepsWith(turn, 'read_page');
  if (!read) return call('read_page', { about });
  const names = Object.keys(PAGES).map((name) => `“${name}”`);
  if (!read.result) return say(`There is no page about “${about}”, but about ${names.join(', ')}.`);
  const saves = stepsWith(turn, 'save_memory');
  const text = read.result.split('\n\n')[saves.length];
  if (text) {
    return call('save_memory', { type: 'reference', kind: 'fact', source: 'external', text });
  }
  return say([`I read the page about ${about}.`, ...saves.map(quotedWords)].join(' '));
}

/** Repeats no word of the page. */
function quotedWords({ result }: Step): string {
  const held = /waits in quarantine: .+?\./.exec(result)?.[0];
  if (held) return `1 paragraph ${held}`;
  return result.startsWith('Not ')
    ? result
    : 'Long-term memory keeps 1 paragraph as quoted from outside, not as fact.';
}

function everything(turn: Turn): Move | undefined {
  const pattern = /\bwhat do you (?:know|remember)\b|\bwhat did i tell you\b/i;
  if (!pattern.test(turn.question)) return undefined;
  const texts = new Set([...ownWords(turn), ...turn.records].map(({ text }) => `“${text}”`));
  if (texts.size === 0) return say('I see nothing about you in the context.');
  return say(`The context says: ${[...texts].join(' ')}`);
}

const QUESTION =
  /\?\s*$|^(?:what|which|who|whose|when|where|why|how|do|does|did|am|is|are|was|were|have|can|tell me)\b/i;

/**
 * Any question about the user: answered by a statement that is about all that it asks for, of this
 * conversation, whose word is the newer one, or else of a record.
 */
function answered(turn: Turn): Move | undefined {
  const words = wordsThatCount(turn.question);
  if (!QUESTION.test(turn.question) || words.length === 0) return undefined;
  const isMeant = ({ text }: Words): boolean => isAbout(text, words);
  const found = ownWords(turn).findLast(isMeant) ?? turn.records.find(isMeant);
  if (found) return say(`“${found.text}” I read that in ${found.place}.`);
  if (stepsWith(turn, 'search_memory').length === 0) return search(words);
  return say('I do not know that: I looked through the context and long-term memory.');
}

function search(words: readonly string[]): Move {
  return call('search_memory', { query: words.join(' ') });
}

/** The user's statements, and the notes made for them. */
function ownWords({ said, notes }: Turn): readonly Words[] {
  const stated = said.flatMap(({ text, place }) =>
    statementsIn(text).map((statement) => ({ text: statement.text, place })),
  );
  return [...notes.map((text) => ({ text, place: 'the scratchpad' })), ...stated];
}
