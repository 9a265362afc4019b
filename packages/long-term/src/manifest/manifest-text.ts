import { words } from '@agent-memory/core/internal';
import { quoted, teller } from '../live/record-line.ts';
import type { KnownRecord } from '../records/standing.ts';

/** Most lines of a manifest, the one that says it was cut among them [EXT-6]. */
export const MANIFEST_LINES = 200;
/** Most bytes of a manifest in UTF-8. */
export const MANIFEST_BYTES = 25_000;

const LONGEST_LINE = 240;

/** The manifest, and the records that it names. */
export interface ManifestText {
  readonly text: string;
  readonly recordIds: readonly string[];
  /** Records that found no place. */
  readonly left: number;
}

/** Records that stand first where not all can stand: pinned ones, the user's own, and those that change how work is done. */
const KIND_ORDER = [
  'instruction',
  'preference',
  'decision',
  'identifier',
  'fact',
  'strategy',
  'artifact',
  'episode',
];

/**
 * A line for each record: what is known, by kind, and how surely. Records that may not be taken for known
 * say so, and stand in quotation marks [GRD-1]. Where not all fit, the last line says how many are missing.
 */
export function manifestText(
  records: readonly KnownRecord[],
  maxLines = MANIFEST_LINES,
  maxBytes = MANIFEST_BYTES,
): ManifestText {
  const sorted = records.toSorted(byWeight);
  const ids = new Set(records.map(({ record }) => record.id));
  const lines = sorted.map((known) => lineOf(known, ids));
  let bytes = 0;
  let fitting = 0;
  for (const line of lines) {
    bytes += bytesOf(line) + 1;
    if (bytes > maxBytes || fitting === maxLines) break;
    fitting += 1;
  }
  if (fitting < lines.length) {
    const room = maxBytes - bytesOf(warningOf(lines.length)) - 1;
    const size = (count: number) =>
      lines.slice(0, count).reduce((sum, line) => sum + bytesOf(line) + 1, 0);
    fitting = Math.min(fitting, maxLines - 1);
    while (fitting > 0 && size(fitting) > room) fitting -= 1;
  }
  const left = lines.length - fitting;
  const shown = lines.slice(0, Math.max(0, fitting));
  return {
    text: [...shown, ...(left > 0 && maxLines > 0 ? [warningOf(left)] : [])].join('\n'),
    recordIds: sorted.slice(0, shown.length).map(({ record }) => record.id),
    left,
  };
}

/** Visible to the model and to anyone who reads the context. */
function warningOf(left: number): string {
  return `[Cut: ${left} more ${left === 1 ? 'record is' : 'records are'} known and not listed here; search for them.]`;
}

function lineOf({ record, labels, saidBy }: KnownRecord, ids: ReadonlySet<string>): string {
  const by = saidBy === undefined ? '' : `, said by ${teller(record, saidBy)}`;
  const doubt = labels.includes('hypothesis')
    ? ', unconfirmed'
    : labels.includes('quoted')
      ? ', quoted from outside'
      : '';
  const text = words.onOneLine(record.text);
  const shown =
    text.length > LONGEST_LINE ? `${text.slice(0, LONGEST_LINE).toWellFormed()}…` : text;
  const isDoubted =
    by + doubt !== '' || (record.source === 'external' && record.verifiedAtMs === undefined);
  // Both are listed, and the later one may be the truth.
  const isDisputed = record.disputedBy?.some((id) => ids.has(id)) === true;
  const day = new Date(record.createdAtMs).toISOString().slice(0, 10);
  const dispute = isDisputed ? `, of ${day}; another one may contradict it` : '';
  return `- (${record.kind}${by}${doubt}${dispute}) ${isDoubted ? quoted(shown) : shown}`;
}

function byWeight(one: KnownRecord, other: KnownRecord): number {
  return (
    Number(other.record.pinned) - Number(one.record.pinned) ||
    KIND_ORDER.indexOf(one.record.kind) - KIND_ORDER.indexOf(other.record.kind) ||
    other.confidence - one.confidence ||
    other.record.createdAtMs - one.record.createdAtMs ||
    (one.record.id < other.record.id ? -1 : 1)
  );
}

const encoder = new TextEncoder();

function bytesOf(text: string): number {
  return encoder.encode(text).length;
}
