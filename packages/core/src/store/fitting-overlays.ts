import { noOverlays } from '../view/overlay.ts';
import { overlaysFault } from '../view/overlays-fault.ts';
import type { StoredSession } from './memory-store.ts';

/**
 * The stored overlays where they fit over the stored entries; otherwise none, as in a session whose
 * settings were never stored: contexts are planned again [STO-6].
 */
export function fittingOverlays({ entries, headId, overlays, settingsKey }: StoredSession) {
  const fault = overlaysFault(entries, overlays, headId);
  if (fault === undefined) return { overlays, settingsKey, damaged: [] };
  return {
    overlays: noOverlays(overlays.epoch + 1),
    settingsKey: '',
    damaged: [
      `The record of what was compacted does not fit the messages (${fault}); contexts are planned again from them.`,
    ],
  };
}
