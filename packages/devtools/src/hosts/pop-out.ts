import { HOST_MARK, pinnedHost } from './pinned-host.ts';

/** A window of its own. */
export interface PopOut {
  /** Fills the window. */
  readonly host: HTMLElement;
  readonly focus: () => void;
  readonly close: () => void;
}

/** By this name a page finds its window again. */
const WINDOW_NAME = 'agent-memory-devtools';

/**
 * Opens a window of this page's origin and policy; `undefined` where the browser does not allow it, which
 * it does in answer to a click only. Where a person closes or reloads the window, `onClose` is called once.
 */
export function openPopOut(title: string, onClose: () => void): PopOut | undefined {
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
