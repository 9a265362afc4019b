import { COMPACTIONS_KEPT } from '../storage/memory-store.ts';
import { newLedger } from '../tokens/token-ledger.ts';
import { noOverlays } from '../view/overlay.ts';
import { overlaysDelta } from '../view/overlays-delta.ts';
import { withRecord } from './record-history.ts';
import type { CompactionEndEvent, SettingsEvent } from './session-event.ts';
import { settingsKey } from './settings.ts';
import type { SessionSnapshot } from './snapshot.ts';
import { committing, type Step } from './step.ts';

/** The session after a compaction, or after one was taken back. */
export function compacted<Pad>(
  snapshot: SessionSnapshot<Pad>,
  { overlays, record, atMs }: CompactionEndEvent,
): Step<Pad> {
  const compactions = [...snapshot.compactions, record].slice(-COMPACTIONS_KEPT);
  const delta = overlaysDelta(snapshot.overlays, overlays);
  const [next, history] = withRecord(
    { ...snapshot, overlays, compactions, isCompacting: false, useless: undefined },
    { kind: 'compaction', atMs, compactionId: record.id, delta },
  );
  const overlaysChange = { value: overlays, settingsKey: settingsKey(snapshot) };
  const change = { atMs, overlays: overlaysChange, compaction: record, ...history };
  return committing(next, change, [{ type: 'compaction-end', record }]);
}

/** Settings that make another epoch drop the overlays; they are derived anew [CMP-8]. */
export function withSettings<Pad>(
  snapshot: SessionSnapshot<Pad>,
  { settings, atMs }: SettingsEvent,
): Step<Pad> {
  const changed: SessionSnapshot<Pad> = {
    ...snapshot,
    ...settings,
    // Figures that were learned about one window say nothing about another.
    ...(settings.budget && {
      ledger: newLedger(settings.budget.reservedTokens),
      overflow: undefined,
      corrected: undefined,
    }),
  };
  const key = settingsKey(changed);
  if (key === settingsKey(snapshot)) return [changed, []];
  const overlays = noOverlays(snapshot.overlays.epoch + 1);
  const { epoch } = overlays;
  const { inputTokens } = changed.budget;
  const delta = overlaysDelta(snapshot.overlays, overlays);
  const [next, history] = withRecord(
    { ...changed, overlays, useless: undefined },
    { kind: 'settings', atMs, settingsKey: key, epoch, inputTokens, delta },
  );
  const change = { atMs, overlays: { value: overlays, settingsKey: key }, ...history };
  return committing(next, change, [{ type: 'settings-update', epoch, inputTokens }]);
}
