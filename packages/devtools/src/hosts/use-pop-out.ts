import { useCallback, useEffect, useRef, useState } from 'react';
import { adoptStylesheet } from '../panel/styles/adopt-stylesheet.ts';
import { HOST_STYLESHEET } from '../panel/styles/hosts.ts';
import { shadowContainer } from './pinned-host.ts';
import { openPopOut, type PopOut } from './pop-out.ts';

/** A window of its own, while there is one. */
export interface UsedPopOut {
  /** The element in it to render into. */
  readonly container: HTMLElement | undefined;
  /** Opens the window or brings it to the front; gives whether the browser allowed it. */
  readonly open: (title: string) => boolean;
  readonly close: () => void;
}

/** @param onReturn is called when a person closes the window. */
export function usePopOut(nonce: string | undefined, onReturn: () => void): UsedPopOut {
  const [container, setContainer] = useState<HTMLElement>();
  const popOut = useRef<PopOut>(undefined);
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
