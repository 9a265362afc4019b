import type { IndexedValue, ValueIndex } from '../condense/value-index.ts';
import { labelAt } from '../condense/value-labels.ts';
import { valuesInText } from '../condense/values-in-text.ts';
import type { Steps } from '../ground/platform/steps.ts';
import { type ToolCallPart, toolResultsOf } from '../message/message.ts';
import type { Transcript } from '../transcript/transcript.ts';
import type { ToolHints } from './policies/tool-hints.ts';
import { answeredCallsOf, hintFor } from './policies/tool-results.ts';

/** Finds the values that a newer result of the same call replaced: it has their field, and not them. */
export function* findingReplaced(
  { values }: ValueIndex,
  { log, length }: Transcript,
  hints: ToolHints = {},
): Steps<ReadonlySet<string>> {
  const held = new Map<number, string[]>();
  for (const { text, resultSeq } of values) {
    const others = resultSeq === undefined ? [] : held.get(resultSeq);
    if (others) others.push(text);
    else if (resultSeq !== undefined) held.set(resultSeq, [text]);
  }
  const replaced = new Set<string>();
  const standing = new Set<string>();
  const newest = new Map<string, string>();
  const oldestSeq = Math.min(...held.keys());
  let end = length;
  while (end > oldestSeq) {
    yield;
    const start = log.at(end - 1).unitStart;
    for (const { entry, calls } of answeredCallsOf(log.slice(start, end)).toReversed()) {
      const candidates = held.get(entry.seq) ?? [];
      for (const [at, call] of calls.entries()) {
        const text = toolResultsOf(entry.message)[at]?.text ?? '';
        const key = callKey(call, hints);
        const newer = newest.get(key) ?? text;
        newest.set(key, newer);
        if (candidates.length === 0 || (newer === text && calls.length === 1)) continue;
        const own = yield* valuesInText(text, candidates);
        const stand = yield* standingIn(newer, text, [...own]);
        for (const value of own) (stand.has(value) ? standing : replaced).add(value);
      }
    }
    end = start;
  }
  for (const value of standing) replaced.delete(value);
  return replaced;
}

/** Of replaced values only those stand in a context that the user said or a call was given. */
export function mayStand(value: IndexedValue, replaced: ReadonlySet<string>): boolean {
  return value.fromUser || value.fromArguments || !replaced.has(value.text);
}

/** Those of an older result's values that stand in the newer one, or whose field it does not have. */
function* standingIn(
  newer: string,
  older: string,
  values: readonly string[],
): Steps<ReadonlySet<string>> {
  const standing = new Set(yield* valuesInText(newer, values));
  const fields = new Map<string, string | undefined>();
  for (const value of values) {
    yield;
    fields.set(value, labelAt(older, older.indexOf(value))?.text.toLowerCase());
  }
  const labels = [...fields.values()].filter((label) => label !== undefined);
  const kept = yield* valuesInText(newer.toLowerCase(), labels);
  const isBare = ![newer, older].some((text) => /\s/.test(text.trim()));
  for (const [value, field] of fields) {
    if (field === undefined ? !isBare : !kept.has(field)) standing.add(value);
  }
  return standing;
}

/**
 * What calls have in common of whose results the newest counts: tool and arguments, by a hint the tool alone.
 * The length keeps the two apart; arguments of megabytes are not written again for it.
 */
export function callKey({ toolName, arguments: json }: ToolCallPart, hints: ToolHints): string {
  const name = `${toolName.length} ${toolName}`;
  return hintFor(hints, toolName).latestOnly ? name : `${name} ${json}`;
}
