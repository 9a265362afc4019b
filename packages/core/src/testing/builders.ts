import type { CompactionRecord } from '../compaction/compaction-record.ts';
import type { Message, Role } from '../message/message.ts';
import type { SessionChange } from '../store/memory-store.ts';
import type { TokenCount } from '../tokens/token-counter.ts';
import type { Entry } from '../transcript/entry.ts';
import { noOverlays, type Overlays } from '../view/overlay.ts';

/**
 * The moment at which time starts in tests: 2026-01-01, noon, UTC.
 *
 * @example
 * const change = aChange({ atMs: START_MS + 60_000 });
 */
export const START_MS = 1_767_268_800_000;

/**
 * A message with one text part.
 *
 * @example
 * const question = aTextMessage('user', 'When is there a train?');
 */
export function aTextMessage(role: Exclude<Role, 'tool'>, text: string): Message {
  return { role, parts: [{ type: 'text', text }] };
}

/**
 * An assistant's message with one tool call.
 *
 * @example
 * const messages = [aToolCall({ toolName: 'search' }), aToolResult({ text: '3 trains found' })];
 */
export function aToolCall(
  call: { readonly callId?: string; readonly toolName?: string; readonly arguments?: string } = {},
): Message {
  const { callId = 'call-1', toolName = 'search', arguments: text = '{"query":"trains"}' } = call;
  return { role: 'assistant', parts: [{ type: 'tool-call', callId, toolName, arguments: text }] };
}

/**
 * A tool's message with one result; answers `aToolCall()` unless told otherwise.
 *
 * @example
 * const results = [aToolResult({ callId: 'call-1' }), aToolResult({ callId: 'call-2' })];
 */
export function aToolResult(
  result: { readonly callId?: string; readonly text?: string } = {},
): Message {
  const { callId = 'call-1', text = '3 trains found' } = result;
  return { role: 'tool', parts: [{ type: 'tool-result', callId, text }] };
}

/**
 * A count of 10 tokens unless told otherwise.
 *
 * @example
 * const entry = anEntry({ tokens: aTokenCount({ value: 40 }) });
 */
export function aTokenCount(count: Partial<TokenCount> = {}): TokenCount {
  return { value: 10, source: 'counted', encoding: 'o200k_base', ...count };
}

/**
 * An entry that opens a unit of its own and follows the one before it. `text` makes a user's message.
 *
 * @example
 * await store.commit('support', aChange({ entries: [anEntry({ text: 'Hello' })] }));
 */
export function anEntry(entry: Partial<Entry> & { readonly text?: string } = {}): Entry {
  const { text, ...given } = entry;
  const seq = given.seq ?? 0;
  return {
    id: entryIdAt(seq),
    seq,
    parentId: seq === 0 ? null : entryIdAt(seq - 1),
    createdAtMs: START_MS + seq * 1000,
    unitStart: seq,
    message: aTextMessage('user', text ?? `message ${seq}`),
    tokens: aTokenCount(),
    ...given,
  };
}

/**
 * An entry of another branch than `someEntries`: it stands at `place` in the order of appending and
 * follows the entry `after` of them, or starts over.
 */
export function aForkedEntry(place: number, after: number | null): Entry {
  const seq = after === null ? 0 : after + 1;
  return {
    ...anEntry({ seq, id: `fork-${place}`, text: `fork at ${place}` }),
    position: place,
    parentId: after === null ? null : entryIdAt(after),
  };
}

/** A transcript of that many of `someEntries` as the basis of a change. */
export function aBasis(entries: number): NonNullable<SessionChange['basis']> {
  return { entries, lastEntryId: entries === 0 ? null : entryIdAt(entries - 1) };
}

/**
 * Entries `fromSeq` up to and without `toSeq`.
 *
 * @example
 * await store.commit('support', aChange({ entries: someEntries(0, 20) }));
 */
export function someEntries(fromSeq: number, toSeq: number): readonly Entry[] {
  return Array.from({ length: toSeq - fromSeq }, (_, index) => anEntry({ seq: fromSeq + index }));
}

/**
 * A change at `START_MS` that writes nothing unless told otherwise.
 *
 * @example
 * await store.commit('support', aChange({ entries: someEntries(0, 3) }));
 */
export function aChange(change: Partial<SessionChange> = {}): SessionChange {
  return { atMs: START_MS, ...change };
}

/**
 * Overlays of each kind over the first entries of a session.
 *
 * @example
 * await store.commit('support', aChange({ overlays: { value: someOverlays(), settingsKey: 'defaults' } }));
 */
export function someOverlays(overlays: Partial<Overlays> = {}): Overlays {
  return {
    ...noOverlays(1),
    ranges: [{ fromSeq: 1, toSeq: 3, compactionId: 'compaction-1', tokens: 20 }],
    entries: new Map([
      [
        4,
        {
          kind: 'trimmed',
          seq: 4,
          compactionId: 'compaction-1',
          limitTokens: 50,
          trims: [{ partIndex: 0, headCharacters: 120, tailCharacters: 40 }],
        },
      ],
      [5, { kind: 'evicted-results', seq: 5, compactionId: 'compaction-1', supersededBySeq: 7 }],
      [
        6,
        {
          kind: 'shortened-calls',
          seq: 6,
          compactionId: 'compaction-1',
          limitTokens: 50,
          calls: [{ partIndex: 0, maxCharacters: 160, arguments: '{"text":"start … end"}' }],
        },
      ],
    ]),
    ...overlays,
  };
}

/**
 * The record of a compaction that trimmed its way from 100 tokens to 40.
 *
 * @example
 * await store.commit('support', aChange({ compaction: aCompactionRecord({ trigger: 'manual' }) }));
 */
export function aCompactionRecord(record: Partial<CompactionRecord> = {}): CompactionRecord {
  return {
    id: 'compaction-1',
    trigger: 'auto',
    startedAtMs: START_MS,
    durationMs: 12,
    epoch: 0,
    inputTokens: 1000,
    tokensBefore: 100,
    tokensAfter: 40,
    stages: [{ stage: 'trim-results', tokensBefore: 100, tokensAfter: 40, entries: 2 }],
    left: [{ fromSeq: 1, toSeq: 3 }],
    ...record,
  };
}

function entryIdAt(seq: number): string {
  return `entry-${String(seq).padStart(6, '0')}`;
}
