import { COMPACTIONS_KEPT, type SessionChange } from '../storage/memory-store.ts';
import { noOverlays } from '../view/overlay.ts';
import { overlaysDelta } from '../view/overlays-delta.ts';
import { corrected, learnedParts, sayingLimit } from './learn.ts';
import { figuresAfter } from './learned.ts';
import { withRecord } from './record-history.ts';
import type { CompactionEndEvent, SettingsEvent } from './session-event.ts';
import { settingsKey } from './settings.ts';
import type { SessionSnapshot } from './snapshot.ts';
import { committing, recording, type Step } from './step.ts';

/** The session after a compaction, or after one was taken back. */
export function compacted<Pad>(
  snapshot: SessionSnapshot<Pad>,
  { overlays, record, atMs }: CompactionEndEvent,
): Step<Pad> {
  const compactions = [...snapshot.compactions, record].slice(-COMPACTIONS_KEPT);
  const delta = overlaysDelta(snapshot.overlays, overlays);
  const { id: compactionId, undoes } = record;
  const [next, history] = withRecord(
    { ...snapshot, overlays, compactions, isCompacting: false, useless: undefined },
    { kind: 'compaction', atMs, compactionId, ...(undoes !== undefined && { undoes }), delta },
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
  const given: SessionSnapshot<Pad> = { ...snapshot, ...settings };
  const isLearnedAnew = settings.budget !== undefined || given.model !== snapshot.model;
  if (!isLearnedAnew) return inEpochOf(snapshot, given, { atMs });
  // Figures that were learned about one window or model say nothing about another.
  const figures = figuresAfter(snapshot, given, settings.budget !== undefined);
  const [changed, effects] = sayingLimit(corrected({ ...given, ...figures }));
  const [next, others] = inEpochOf(snapshot, changed, { atMs, parts: learnedParts(changed) });
  return [next, [...others, ...effects]];
}

function inEpochOf<Pad>(
  snapshot: SessionSnapshot<Pad>,
  changed: SessionSnapshot<Pad>,
  learned: SessionChange,
): Step<Pad> {
  const { atMs } = learned;
  const key = settingsKey(changed);
  if (key === settingsKey(snapshot))
    return learned.parts ? recording(changed, learned) : [changed, []];
  const overlays = noOverlays(snapshot.overlays.epoch + 1);
  const { epoch } = overlays;
  const { inputTokens } = changed.budget;
  const delta = overlaysDelta(snapshot.overlays, overlays);
  const [next, history] = withRecord(
    { ...changed, overlays, useless: undefined },
    { kind: 'settings', atMs, settingsKey: key, epoch, inputTokens, delta },
  );
  const change = { ...learned, overlays: { value: overlays, settingsKey: key }, ...history };
  return committing(next, change, [{ type: 'settings-update', epoch, inputTokens }]);
}
