import { useSyncExternalStore } from 'react';
import type { PageSize } from './host-view.ts';
import { zoomOf } from './zoom-of.ts';

let latest: PageSize = { widthPixels: 0, heightPixels: 0 };

/** The inner size of this window in the pixels of the pinned host, followed as it changes. */
export function usePageSize(): PageSize {
  return useSyncExternalStore(followWindow, measured);
}

function followWindow(listener: () => void): () => void {
  window.addEventListener('resize', listener);
  return () => window.removeEventListener('resize', listener);
}

function measured(): PageSize {
  const { innerWidth, innerHeight } = window;
  const zoom = zoomOf(document.documentElement);
  const widthPixels = Math.round(innerWidth / zoom);
  const heightPixels = Math.round(innerHeight / zoom);
  const isSame = latest.widthPixels === widthPixels && latest.heightPixels === heightPixels;
  if (!isSame) latest = { widthPixels, heightPixels };
  return latest;
}
