import type { ErasureFacts, NamespaceExtent } from '../source/namespace-facts.ts';
import type { StorageFacts } from '../source/storage-facts.ts';
import type { KeepOutcome } from '../source/storage-source.ts';
import { formatBytes, formatCount, formatShare } from './format.ts';
import { refusalText } from './refused-words.ts';

/** From this share of the quota on, writes may soon be refused. */
const NEARLY_FULL = 0.8;

/** The storage of an origin in words. */
export interface StorageWords {
  /** `2.4 MB of 118 GB used, <0.1 %` */
  readonly usage: string;
  /** The used part, 0 to 1; absent where the browser does not say. */
  readonly fill?: number;
  readonly isNearlyFull: boolean;
  readonly persistence: string;
}

export function storageWords(facts: StorageFacts): StorageWords {
  const { usageBytes, quotaBytes } = facts;
  const fill =
    usageBytes === undefined || quotaBytes === undefined || quotaBytes <= 0
      ? undefined
      : usageBytes / quotaBytes;
  return {
    usage: usageWords(facts, fill),
    ...(fill === undefined ? {} : { fill: Math.min(1, fill) }),
    isNearlyFull: fill !== undefined && fill >= NEARLY_FULL,
    persistence: persistenceWords(facts),
  };
}

function usageWords({ usageBytes, quotaBytes, problem }: StorageFacts, fill?: number): string {
  if (usageBytes === undefined && quotaBytes === undefined) {
    const why = problem === undefined ? 'Pages without https are told nothing.' : problem;
    return `The browser does not say how much storage this site uses or may use. ${why}`;
  }
  if (usageBytes === undefined) {
    return `The browser does not say how much is used; ${formatBytes(quotaBytes ?? 0)} may be.`;
  }
  const used = `${formatBytes(usageBytes)} used`;
  if (quotaBytes === undefined) return `${used}; the browser does not say how much may be.`;
  const share = fill === undefined ? '' : `, ${formatShare(fill)}`;
  return `${formatBytes(usageBytes)} of ${formatBytes(quotaBytes)} used${share}`;
}

function persistenceWords({ isPersisted }: StorageFacts): string {
  if (isPersisted === undefined) return 'The browser does not say whether it keeps this storage.';
  return isPersisted
    ? 'Persisted: the browser does not clear it by itself.'
    : 'Not persisted: the browser may clear all of it when the device runs short of space, unless it is asked to keep it.';
}

/** The browser's answer to the wish that it keeps the storage. */
export function keptWords(outcome: KeepOutcome | undefined): string {
  if (outcome?.isKept) {
    return 'The browser keeps the storage of this site from now on: it clears none of it by itself.';
  }
  const why =
    outcome?.problem ??
    'Browsers agree for sites that are used often, installed, bookmarked or allowed to notify.';
  return `The browser does not promise to keep it; everything stays as it was. ${why}`;
}

/** The outcome of giving the store what it lacks. */
export function storedWords(entries: number): string {
  return entries === 0
    ? 'Nothing is owed: the store has every message.'
    : `Stored: ${formatCount(entries, 'message')} that this page alone held.`;
}

/** `12 records: 9 that hold and 3 that are history` */
export function extentWords({ records, ended }: NamespaceExtent): string {
  const all = formatCount(records, 'record');
  if (ended === 0) return all;
  return ended === records
    ? `${all}, history all of them`
    : `${all}: ${records - ended} that hold and ${ended} that are history`;
}

/** The outcome of an erasure, for the person who asked for it. */
export function erasureWords(
  namespace: string,
  { records, sources, missing, refusal }: ErasureFacts,
): string {
  if (refusal) return `Nothing was erased. ${refusalText(refusal)}`;
  if (records === 0) {
    return `Nothing was erased: ${namespace} is empty.`;
  }
  const gone = `Erased for good: ${formatCount(records, 'record')} of ${namespace} with every version.`;
  if (sources + missing === 0) return gone;
  const absent = missing === 0 ? '' : ` ${formatCount(missing, 'message')} had gone before.`;
  return `${gone} ${formatCount(sources, 'message')} went with them.${absent}`;
}
