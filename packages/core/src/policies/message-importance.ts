import { findArgumentValues, findValues } from '../condense/find-values.ts';
import { decisionWords, failureWords, requestWords } from '../condense/telling-words.ts';
import { type Message, textOf, toolCallsOf } from '../message/message.ts';

/** The user's words are told nowhere else; a tool can mostly be asked again. */
const BASE = { system: 1, user: 0.4, assistant: 0.2, tool: 0.1 } as const;

const DECISION = 0.2;
const QUESTION = 0.1;
const FAILURE = 0.15;
/** Exact values cannot be told again in other words; with more of them each one matters less. */
const VALUES = 0.3;
const VALUES_FOR_HALF = 2;

const importances = new WeakMap<Message, number>();

/**
 * How much a message matters whenever it was said, from 0 to 1: by who speaks, and by what it holds.
 * Decisions and requests, questions, failures of tools, and exact values raise it. Each text is read
 * once, in time linear in its length.
 */
export function messageImportance(message: Message): number {
  const known = importances.get(message);
  if (known !== undefined) return known;
  const importance = Math.min(1, importanceOf(message));
  importances.set(message, importance);
  return importance;
}

function importanceOf(message: Message): number {
  const text = textOf(message);
  const values = findValues(text).length;
  const argumentValues = toolCallsOf(message).reduce(
    (sum, call) => sum + findArgumentValues(call.arguments).length,
    0,
  );
  return (
    BASE[message.role] +
    (message.role === 'tool' ? resultImportance(text) : speechImportance(text)) +
    VALUES * saturating(argumentValues + values)
  );
}

function speechImportance(text: string): number {
  const isDecision = decisionWords.test(text) || requestWords.test(text);
  return (isDecision ? DECISION : 0) + (/[?？]/.test(text) ? QUESTION : 0);
}

function resultImportance(text: string): number {
  return failureWords.test(text) ? FAILURE : 0;
}

/** From 0 towards 1; a half at `VALUES_FOR_HALF`. */
function saturating(count: number): number {
  return count / (count + VALUES_FOR_HALF);
}
