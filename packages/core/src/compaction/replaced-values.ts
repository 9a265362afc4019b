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
    if (resultSeq !== undefined && !held.get(resultSeq)?.push(text)) held.set(resultSeq, [text]);
  }
  const newest = new Map<string, string>();
  const verdicts = new Map<string, boolean>();
  const oldestSeq = Math.min(...held.keys());
  for (let end = length; end > oldestSeq; end = log.at(end - 1).unitStart) {
    yield;
    const unit = log.slice(log.at(end - 1).unitStart, end);
    for (const { entry, calls } of answeredCallsOf(unit).toReversed()) {
      const candidates = held.get(entry.seq) ?? [];
      const results = toolResultsOf(entry.message);
      for (const [at, call] of calls.entries()) {
        const { text = '' } = results[at] ?? {};
        const key = callKey(call, hints);
        const newer = newest.get(key) ?? text;
        newest.set(key, newer);
        if (candidates.length === 0 || (newer === text && calls.length === 1)) continue;
        const own = calls.length === 1 ? candidates : yield* valuesInText(text, candidates);
        const stand = yield* standingIn(newer, text, own);
        for (const value of own) verdicts.set(value, verdicts.get(value) || stand.has(value));
      }
    }
  }
  return new Set([...verdicts].flatMap(([value, stands]) => (stands ? [] : value)));
}

/** Of replaced values only those stand in a context that the user said or a call was given. */
export function mayStand(value: IndexedValue, replaced: ReadonlySet<string>): boolean {
  return value.fromUser || value.fromArguments || !replaced.has(value.text);
}

/** Those of an older result's values that stand in the newer one, or whose field it does not have. */
function* standingIn(
  newer: string,
  older: string,
  values: Iterable<string>,
): Steps<ReadonlySet<string>> {
  const standing = new Set(yield* valuesInText(newer, values));
  const isBare = ![newer, older].some((text) => /\s/.test(text.trim()));
  const fields = new Map<string, string>();
  for (const value of values) {
    if (standing.has(value)) continue;
    yield;
    const label = labelAt(older, older.indexOf(value));
    if (label || isBare) fields.set(value, label?.text.toLowerCase() ?? '');
    else standing.add(value);
  }
  // No field, '', is in every text.
  const present = yield* valuesInText(newer.toLowerCase(), fields.values());
  for (const [value, field] of fields) if (!present.has(field)) standing.add(value);
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
