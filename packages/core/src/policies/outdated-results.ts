import type { ToolCallPart } from '../message/message.ts';
import { runToEnd, type Steps, TURNS_PER_STEP } from '../platform/steps.ts';
import type { Entry } from '../transcript/entry.ts';
import { answeredCallsOf } from './answered-calls.ts';
import { hintFor } from './hint-for.ts';
import type { ToolHints } from './tool-hints.ts';

/** Why results are of no more use. */
type Outdated =
  | {
      /**
       * `superseded`: each of them has a newer one of the same tool and arguments.
       * `latest-only`: each of them has a newer one of the same tool at least.
       */
      readonly reason: 'superseded' | 'latest-only';
      /** The entry with the newest of those newer results. */
      readonly supersededBySeq: number;
    }
  | {
      /** The model has answered after them, and one of them at least is of use only once. */
      readonly reason: 'ephemeral';
      readonly supersededBySeq?: never;
    };

/** An entry whose every result is of no more use. */
export type OutdatedEntry = { readonly entry: Entry } & Outdated;

/**
 * The entries whose every result is outdated: those of use once first, then oldest first [POL-8].
 * By default only a newer result of the same tool and arguments outdates one; hints tell more. A
 * result of a pinned tool is never outdated. Linear in the number of entries.
 */
export function outdatedResults(
  units: readonly { readonly entries: readonly Entry[] }[],
  hints: ToolHints = {},
): readonly OutdatedEntry[] {
  return runToEnd(findingOutdated(units, hints));
}

/** The same in steps. */
export function* findingOutdated(
  units: readonly { readonly entries: readonly Entry[] }[],
  hints: ToolHints = {},
): Steps<readonly OutdatedEntry[]> {
  const newest = new Map<string, number>();
  const answeredBeforeSeq = newestWordOfTheModel(units);
  const outdated: OutdatedEntry[] = [];
  for (const [index, unit] of units.toReversed().entries()) {
    if (index % TURNS_PER_STEP === 0) yield;
    for (const { entry, calls } of answeredCallsOf(unit.entries).toReversed()) {
      const isUsed = entry.seq < answeredBeforeSeq;
      const found = calls.map((call) => outdatedResult(call, isUsed, newest, hints));
      if (found.every((one) => one !== undefined))
        outdated.push({ entry, ...whatHoldsForAll(found) });
      for (const call of calls) {
        for (const key of [toolKey(call), callKey(call)]) {
          if (!newest.has(key)) newest.set(key, entry.seq);
        }
      }
    }
  }
  const oldestFirst = outdated.reverse();
  return [
    ...oldestFirst.filter(({ reason }) => reason === 'ephemeral'),
    ...oldestFirst.filter(({ reason }) => reason !== 'ephemeral'),
  ];
}

function newestWordOfTheModel(units: readonly { readonly entries: readonly Entry[] }[]): number {
  for (const { entries } of units.toReversed()) {
    const spoken = entries.findLast(({ message }) => message.role === 'assistant');
    if (spoken) return spoken.seq;
  }
  return -1;
}

function outdatedResult(
  call: ToolCallPart,
  isUsed: boolean,
  newest: ReadonlyMap<string, number>,
  hints: ToolHints,
): Outdated | undefined {
  const { pinned, ephemeral, latestOnly } = hintFor(hints, call.toolName);
  if (pinned) return undefined;
  if (ephemeral && isUsed) return { reason: 'ephemeral' };
  const supersededBySeq = newest.get(latestOnly ? toolKey(call) : callKey(call));
  if (supersededBySeq === undefined) return undefined;
  return { reason: latestOnly ? 'latest-only' : 'superseded', supersededBySeq };
}

/** Gives the reason that is true of all results in an entry. */
function whatHoldsForAll(found: readonly Outdated[]): Outdated {
  let seq = -1;
  let reason: 'superseded' | 'latest-only' = 'superseded';
  for (const one of found) {
    if (one.reason === 'ephemeral') return one;
    if (one.reason === 'latest-only') reason = one.reason;
    seq = Math.max(seq, one.supersededBySeq);
  }
  return { reason, supersededBySeq: seq };
}

function toolKey({ toolName }: ToolCallPart): string {
  return JSON.stringify([toolName]);
}

/** The length keeps name and arguments apart; arguments of megabytes are not written anew for it. */
function callKey({ toolName, arguments: json }: ToolCallPart): string {
  return `${toolName.length} ${toolName} ${json}`;
}
