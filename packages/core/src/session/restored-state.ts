import { noOverlays } from '../compaction/overlay.ts';
import type { Degradation } from '../plan/context-plan.ts';
import type { StoredSession } from '../storage/memory-store.ts';
import { messageOf } from './message-of.ts';
import { settingsKey } from './settings-key.ts';
import type { SessionSettings, SessionSnapshot } from './snapshot.ts';

/** What lies over a stored conversation: overlays of other settings are derived anew [CMP-8]. */
export function restoredLayers(
  { overlays, compactions, settingsKey: storedKey }: StoredSession,
  settings: SessionSettings,
): Pick<SessionSnapshot<unknown>, 'overlays' | 'compactions'> {
  const isSameEpoch = storedKey === settingsKey(settings);
  return { overlays: isSameEpoch ? overlays : noOverlays(overlays.epoch + 1), compactions };
}

/** The stored scratchpad. One of another shape than today's schema is left in the store and not used. */
export function restoredPad<Pad>(
  stored: StoredSession,
  checked: (pad: unknown) => Pad,
  leaveOut: (degradation: Degradation) => void,
): Partial<Pick<SessionSnapshot<Pad>, 'scratchpad' | 'runStartPad'>> {
  if (stored.scratchpad === undefined) return {};
  try {
    const scratchpad = checked(stored.scratchpad);
    return { scratchpad, runStartPad: scratchpad };
  } catch (error) {
    const message = `The stored scratchpad was not used. ${messageOf(error)}`;
    leaveOut({ code: 'SCRATCHPAD_OUTDATED', message });
    return {};
  }
}
