import { type Entry, type Message, textOf, toolCallsOf, toolResultsOf } from '@agent-memory/core';
import type { Candidate } from '../candidate.ts';
import { ownWords } from '../find/own-words.ts';
import { readableEntries } from '../find/readable-entry.ts';
import { sentencesOf } from '../find/sentences.ts';
import { isPasted } from '../find/statement-fault.ts';
import { isSupported } from '../find/support.ts';
import type { Conversation } from './conversation.ts';

/** With more text from outside than this before it nobody can tell where an answer has its words from. */
const MOST_OUTSIDE_CHARACTERS = 200_000;

const FEWEST_WORDS = 4;

/**
 * Confirmations of what came of the talk of user and assistant alone are an act of the user, and last
 * [LTM-2] [EXT-8]. Where a tool, a file, a quotation or a pasted text had a part in the run, or the words
 * stand in one of an earlier run, the confirmation stays as sure as the answer [GRD-1].
 */
export function withLastingConfirmations(
  candidates: readonly Candidate[],
  conversation: Conversation,
): readonly Candidate[] {
  return candidates.map((candidate) => {
    const isOpen = candidate.nature === 'confirmation' && candidate.source === 'agent_inferred';
    if (!isOpen || !isOfTalkAlone(candidate, conversation)) return candidate;
    return { ...candidate, source: 'user_stated' };
  });
}

function isOfTalkAlone({ text, spans }: Candidate, conversation: Conversation): boolean {
  const [own, answer] = spans;
  const confirmed = conversation.placeOf(own.entryId);
  const answered = answer && conversation.placeOf(answer.entryId);
  if (!answer || confirmed === undefined || answered === undefined) return false;
  if (confirmed < answered) return false;
  const entries = conversation.entries(0, confirmed + 1);
  const asked = entries.slice(0, answered).findLastIndex(({ message }) => message.role === 'user');
  if (asked < 0) return false;
  if (entries.slice(asked, confirmed + 1).some(({ message }) => usesTools(message))) return false;
  const run = outsideTexts(entries.slice(asked, confirmed + 1));
  if (run.length > 0) return false;
  const before = outsideTexts(entries.slice(0, asked));
  const characters = before.reduce((sum, outside) => sum + outside.length, 0);
  if (characters > MOST_OUTSIDE_CHARACTERS) return false;
  const said = before.flatMap(sentencesOf);
  return ![text, answer.quote].some((words) =>
    said.some(
      (one) =>
        isSupported(words, one.text) || (isTelling(one.text) && isSupported(one.text, words)),
    ),
  );
}

/** "Done." stands in everything. */
function isTelling(text: string): boolean {
  return text.split(/\s+/u).length >= FEWEST_WORDS;
}

function usesTools(message: Message): boolean {
  return toolCallsOf(message).length > 0 || toolResultsOf(message).length > 0;
}

/** The texts of messages that neither user nor assistant said in their own words; files have none, and count. */
function outsideTexts(entries: readonly Entry[]): readonly string[] {
  const readable = readableEntries(entries);
  return entries.flatMap(({ message }, index) => {
    if (message.role === 'tool') return toolResultsOf(message).map(({ text }) => text);
    if (message.role !== 'user') return [];
    const typed = readable[index]?.text ?? '';
    const isWhole = message.parts.every((part) => part.type === 'text') && typed !== '';
    if (!isWhole || isPasted(typed)) return [textOf(message)];
    const own = ownWords(typed);
    const quotes = sentencesOf(own).filter(({ core, bare }) => core !== bare);
    return [typed.slice(own.length), ...quotes.map(({ text }) => text)].filter(
      (text) => text.trim() !== '',
    );
  });
}
