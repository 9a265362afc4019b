import { type ReactNode, useEffect, useState } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { adoptStylesheet } from '../elements/styles/adopt-stylesheet.ts';
import { keepUsedKeys } from '../elements/used-keys.ts';
import { HOST_STYLESHEET } from './styles.ts';

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

/** Above whatever the page has. */
const TOP_LAYER = 2_147_483_000;

/** Marks the element of the devtools in the page, and in a window of its own. */
export const HOST_MARK = 'data-agent-memory-devtools';

/**
 * An element after the body of the page that no style of the page reaches: its own styles are inline and
 * important, everything else is behind its shadow root. It takes no room and no clicks itself.
 */
export function pinnedHost(page: Document): HTMLElement {
  const host = page.createElement('div');
  host.setAttribute(HOST_MARK, '');
  const styles = {
    all: 'initial',
    display: 'block',
    position: 'fixed',
    inset: '0',
    'z-index': String(TOP_LAYER),
    'pointer-events': 'none',
    'color-scheme': 'light dark',
    visibility: 'visible',
    opacity: '1',
    // Not part of `all`.
    direction: 'ltr',
    'unicode-bidi': 'normal',
  };
  for (const [name, value] of Object.entries(styles)) {
    host.style.setProperty(name, value, 'important');
  }
  keepUsedKeys(host);
  // Beside the body: one that is transformed would move and scroll what is fixed in it.
  page.documentElement.append(host);
  return host;
}

/** A shadow root in an element, with styles, and the element in it to render into. */
export function shadowContainer(
  host: HTMLElement,
  adopt: (shadow: ShadowRoot) => void,
): HTMLElement {
  const shadow = host.attachShadow({ mode: 'open' });
  const container = host.ownerDocument.createElement('div');
  adopt(shadow);
  shadow.append(container);
  return container;
}
