import type { EraseReport } from '@agent-memory/long-term';
import type { NamespaceExtent } from '../source/namespace-facts.ts';
import { formatCount } from '../words/format.ts';
import { refusalText } from './extraction-words.ts';

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
  { recordIds, sources, missing, refusal }: EraseReport,
): string {
  if (refusal) return `Nothing was erased. ${refusalText(refusal)}`;
  if (recordIds.length === 0) {
    return `Nothing was erased: ${namespace} is empty.`;
  }
  const gone = `Erased for good: ${formatCount(recordIds.length, 'record')} of ${namespace} with every version.`;
  if (sources.length + missing.length === 0) return gone;
  const absent =
    missing.length === 0 ? '' : ` ${formatCount(missing.length, 'message')} had gone before.`;
  return `${gone} ${formatCount(sources.length, 'message')} went with them.${absent}`;
}
