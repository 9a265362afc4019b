import { type ReactNode, useEffect, useState } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { adoptStylesheet } from '../panel/styles/adopt-stylesheet.ts';
import { HOST_STYLESHEET } from '../panel/styles/hosts.ts';
import { pinnedHost, shadowContainer } from './pinned-host.ts';

/** Renders into an element over the page, behind a shadow root, with a React root of its own. */
export function usePinnedRoot(nonce: string | undefined, content: ReactNode): void {
  const [root, setRoot] = useState<Root>();

  useEffect(() => {
    const host = pinnedHost(document);
    const made = createRoot(
      shadowContainer(host, (shadow) => adoptStylesheet(shadow, nonce, HOST_STYLESHEET)),
    );
    setRoot(made);
    return () => {
      // A root must not be unmounted while another one renders, which is when effects are undone.
      queueMicrotask(() => made.unmount());
      host.remove();
    };
  }, [nonce]);

  useEffect(() => {
    root?.render(content);
  });
}
