import { useEffect, useRef } from 'react';
import { useAnnounce } from '../app/announcer.tsx';
import type { DeviceState } from './device-state.ts';
import { bytesText } from './device-words.ts';
import { namedSource, titleOf } from './model-source.ts';

/** Has the steps of a model's way read out; a failure is an alert, and reads itself. */
export function useAnnouncedModel(device: DeviceState): void {
  const announce = useAnnounce();
  const step = stepOf(device);
  const last = useRef(step);
  useEffect(() => {
    if (step !== undefined && step !== last.current) announce(step);
    last.current = step;
  }, [step, announce]);
}

function stepOf({ current, preparation, isRestored }: DeviceState): string | undefined {
  if (preparation?.kind === 'asking') {
    const { source, size } = preparation;
    return `${titleOf(namedSource(source))} would be a download of ${bytesText(size.downloadBytes)}.`;
  }
  if (preparation?.kind === 'loading') {
    return `${titleOf(namedSource(preparation.source))} is being loaded.`;
  }
  const isReady = isRestored && !preparation && current?.model.status.phase === 'ready';
  return isReady && current ? `${titleOf(namedSource(current.source))} is ready.` : undefined;
}
