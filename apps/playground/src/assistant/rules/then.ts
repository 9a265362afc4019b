import { call, type Rule } from '../assistant-move.ts';

const THEN =
  /\bwhat did you (?:know|remember)\b.*\b(?<when>yesterday|last week|last month|an? (?:minute|hour|day|week) ago|(?<count>\d{1,3}) (?:minute|hour|day|week)s? ago)/i;

const UNITS_MS = [
  [/month/i, 30 * 86_400_000],
  [/week/i, 7 * 86_400_000],
  [/yesterday|day/i, 86_400_000],
  [/hour/i, 3_600_000],
  [/minute/i, 60_000],
] as const;

/** Asks long-term memory what it held at an earlier time. */
export const answerThen: Rule = ({ question, now }) => {
  const { when, count = '1' } = THEN.exec(question)?.groups ?? {};
  if (!when) return undefined;
  const unitMs = UNITS_MS.find(([words]) => words.test(when))?.[1] ?? 0;
  const atMs = now.getTime() - Number(count) * unitMs;
  return call('memory_at', { when, atMs });
};
