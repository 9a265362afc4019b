import { useCallback, useEffect, useRef, useState } from 'react';
import { adoptStylesheet } from '../elements/styles/adopt-stylesheet.ts';
import { HOST_STYLESHEET } from './styles.ts';
import { HOST_MARK, pinnedHost, shadowContainer } from './use-pinned-root.ts';

/** @param onReturn is called when a person closes the window. */
export function usePopOut(nonce: string | undefined, onReturn: () => void) {
  const [container, setContainer] = useState<HTMLElement>();
  const popOut = useRef<ReturnType<typeof openPopOut>>(undefined);
  const latestReturn = useRef(onReturn);
  useEffect(() => {
    latestReturn.current = onReturn;
  });

  const close = useCallback(() => {
    popOut.current?.close();
    popOut.current = undefined;
    setContainer(undefined);
  }, []);

  const open = useCallback(
    (title: string) => {
      if (popOut.current) {
        popOut.current.focus();
        return true;
      }
      const opened = openPopOut(title, () => {
        popOut.current = undefined;
        setContainer(undefined);
        latestReturn.current();
      });
      if (!opened) return false;
      popOut.current = opened;
      setContainer(
        shadowContainer(opened.host, (shadow) => adoptStylesheet(shadow, nonce, HOST_STYLESHEET)),
      );
      return true;
    },
    [nonce],
  );

  useEffect(() => close, [close]);
  return { container, open, close };
}

/** By this name a page finds its window again. */
const WINDOW_NAME = 'agent-memory-devtools';

/**
 * Opens a window of this page's origin and policy; `undefined` where the browser does not allow it, which
 * it does in answer to a click only. Where a person closes or reloads the window, `onClose` is called once.
 */
function openPopOut(title: string, onClose: () => void) {
  const opened = window.open('', WINDOW_NAME, 'popup,width=1100,height=760');
  if (!opened) return undefined;
  const page = opened.document;
  page.title = title;
  page.documentElement.lang = 'en';
  page.documentElement.style.setProperty('color-scheme', 'light dark');
  page.body.replaceChildren();
  for (const left of page.querySelectorAll(`[${HOST_MARK}]`)) left.remove();
  page.body.style.setProperty('margin', '0');
  const host = pinnedHost(page);
  let isOpen = true;
  function close(): void {
    if (!isOpen) return;
    isOpen = false;
    opened?.removeEventListener('pagehide', ended);
    window.removeEventListener('pagehide', close);
    opened?.close();
  }
  function ended(): void {
    close();
    onClose();
  }
  opened.addEventListener('pagehide', ended);
  // Without its page nothing in it would answer.
  window.addEventListener('pagehide', close);
  return { host, focus: () => opened.focus(), close };
}
