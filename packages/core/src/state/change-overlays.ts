import { COMPACTIONS_KEPT } from '../store/memory-store.ts';
import { noOverlays } from '../view/overlay.ts';
import { overlaysDelta } from '../view/overlays-delta.ts';
import { corrected, learnedParts, sayingLimit } from './learn.ts';
import { figuresAfter } from './learned.ts';
import type { CompactionEndEvent, SettingsEvent } from './session-event.ts';
import { settingsKey } from './settings.ts';
import type { SessionSnapshot, UntimedChange } from './snapshot.ts';
import { committing, recording, type Step, withRecord } from './step.ts';

/** The session after a compaction, or after one was taken back. */
export function compacted<Pad>(
  snapshot: SessionSnapshot<Pad>,
  { overlays, record }: CompactionEndEvent,
): Step<Pad> {
  const compactions = [...snapshot.compactions, record].slice(-COMPACTIONS_KEPT);
  const delta = overlaysDelta(snapshot.overlays, overlays);
  const { id: compactionId, undoes } = record;
  const { atMs } = snapshot;
  const [next, history] = withRecord(
    {
      ...snapshot,
      overlays,
      compactions,
      isCompacting: false,
      useless: undefined,
      held: undefined,
    },
    { kind: 'compaction', atMs, compactionId, ...(undoes !== undefined && { undoes }), delta },
  );
  const overlaysChange = { value: overlays, settingsKey: settingsKey(snapshot) };
  const change = { overlays: overlaysChange, compaction: record, ...history };
  return committing(next, change, [{ type: 'compaction-end', record }]);
}

/** Settings that make another epoch drop the overlays; they are derived again [CMP-8]. */
export function withSettings<Pad>(
  snapshot: SessionSnapshot<Pad>,
  { settings }: SettingsEvent,
): Step<Pad> {
  const given: SessionSnapshot<Pad> = { ...snapshot, ...settings };
  const isLearnedAnew = settings.budget !== undefined || given.model !== snapshot.model;
  if (!isLearnedAnew) return inEpochOf(snapshot, given, {});
  // Figures that were learned about one window or model say nothing about another.
  const figures = figuresAfter(snapshot, given, settings.budget !== undefined);
  const [changed, effects] = sayingLimit(corrected({ ...given, ...figures }));
  const [next, others] = inEpochOf(snapshot, changed, { parts: learnedParts(changed) });
  return [next, [...others, ...effects]];
}

function inEpochOf<Pad>(
  snapshot: SessionSnapshot<Pad>,
  changed: SessionSnapshot<Pad>,
  learned: UntimedChange,
): Step<Pad> {
  if (settingsKey(changed) === settingsKey(snapshot))
    return learned.parts ? recording(changed, learned) : [changed, []];
  const [next, change] = inNewEpoch(changed);
  const { epoch } = next.overlays;
  const { inputTokens } = changed.budget;
  const update = { type: 'settings-update', epoch, inputTokens } as const;
  const { transcript, overlays, headMoves, held } = snapshot;
  const standing = held?.headMoves === headMoves ? held : { transcript, overlays, headMoves };
  const holding = { ...next, held: isRaised(snapshot, changed) ? standing : undefined };
  return committing(holding, { ...learned, ...change }, [update]);
}

/** Whether a budget was raised and nothing else changed that overlays depend on. */
function isRaised(before: SessionSnapshot<unknown>, after: SessionSnapshot<unknown>): boolean {
  if (settingsKey(after) !== settingsKey({ ...before, budget: after.budget })) return false;
  const old = before.corrected ?? before.budget;
  const now = after.corrected ?? after.budget;
  return (['inputTokens', 'highTokens', 'lowTokens'] as const).every(
    (name) => now[name] >= old[name],
  );
}

/** The session in an epoch of its settings as they are: without overlays, and with the change that says so. */
export function inNewEpoch<Pad>(
  snapshot: SessionSnapshot<Pad>,
): readonly [SessionSnapshot<Pad>, UntimedChange] {
  const { atMs } = snapshot;
  const overlays = noOverlays(snapshot.overlays.epoch + 1);
  const { epoch } = overlays;
  const { inputTokens } = snapshot.budget;
  const key = settingsKey(snapshot);
  const delta = overlaysDelta(snapshot.overlays, overlays);
  const [next, history] = withRecord(
    { ...snapshot, overlays, useless: undefined },
    { kind: 'settings', atMs, settingsKey: key, epoch, inputTokens, delta },
  );
  return [next, { overlays: { value: overlays, settingsKey: key }, ...history }];
}
