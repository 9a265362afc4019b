import type { Transcript } from '../transcript/transcript.ts';
import type { EntryOverlay, Overlays } from '../view/overlay.ts';
import type { CompactionRecord } from './compaction-record.ts';

/** The entries that a compaction left in the view and sends shorter from now on, by what was done to each. */
export type TouchedEntries = Required<
  Pick<CompactionRecord, 'trimmed' | 'shortened' | 'superseded' | 'usedUp'>
>;

/** Names the entries whose overlay is another after a compaction than before it [CMP-14]. */
export function touchedEntries(
  before: Overlays,
  after: Overlays,
  { log }: Transcript,
): Partial<TouchedEntries> {
  const touched: { -readonly [Kind in keyof TouchedEntries]?: string[] } = {};
  for (const [seq, overlay] of after.entries) {
    if (before.entries.get(seq) === overlay) continue;
    const kind = kindOf(overlay);
    touched[kind] ??= [];
    touched[kind].push(log.at(seq).id);
  }
  return touched;
}

function kindOf(overlay: EntryOverlay): keyof TouchedEntries {
  switch (overlay.kind) {
    case 'trimmed':
      return 'trimmed';
    case 'shortened-calls':
      return 'shortened';
    case 'evicted-results':
      return overlay.reason === 'ephemeral' ? 'usedUp' : 'superseded';
    default:
      return overlay satisfies never;
  }
}
