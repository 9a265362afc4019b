import { Popover } from 'radix-ui';
import { type ReactNode, useRef } from 'react';
import { usePanel } from '../elements/panel-context.ts';

const KEYS: readonly (readonly [keys: string, effect: string])[] = [
  ['/', 'find in the context, in the log, among the values or the memories'],
  ['↑ ↓', 'previous, next row'],
  ['Home End', 'first, last row'],
  ['PgUp PgDn', 'a page of rows up, down'],
  ['→ ←', 'open, close a range or a run; step in, out; choose a tab'],
  ['Enter', 'read the selected row, or go to the message of a value'],
  ['f', 'look for the selected value in the context'],
  ['Enter ⇧Enter', 'in the field of the context: next, previous occurrence'],
  ['Esc', 'back: to the list, then no selection'],
  ['← → Home End', 'in the strip: another call; Esc: back to live'],
  ['Tab', 'next control; the splitter moves by arrow keys'],
  ['← → ↑ ↓', 'in the map: from block to block; Enter goes to the row'],
  ['?', 'this help'],
];

/** One word for one event, in every text of the panel. */
const WORDS: readonly (readonly [word: string, meaning: string])[] = [
  ['context', 'what one call sends to the model'],
  ['compaction', 'makes room in the context; the originals stay'],
  ['out of context', 'a message is not sent; its original is kept'],
  ['shortened', 'a message is sent shorter than it was written'],
  ['summary', 'the text that is sent for messages out of context'],
  ['summarised', 'out of context, and the summary says in short what it said'],
  ['undo', 'brings back what a compaction took out of the context'],
  ['refused', 'a context did not fit its budget, so nothing was sent'],
  ['headroom', 'the part of the window that is kept free for the answer'],
];

/** The `?` button with the keys that work in the panel, and its words. It blocks nothing behind it. */
export function KeyHelp(props: {
  readonly isOpen: boolean;
  /** The address of a page with this panel alone. */
  readonly pageHref: string | undefined;
  readonly onOpenChange: (isOpen: boolean) => void;
}): ReactNode {
  const { isOpen, pageHref, onOpenChange } = props;
  const { overlays } = usePanel();
  const returnTo = useRef<HTMLElement>(undefined);
  return (
    <Popover.Root open={isOpen} onOpenChange={onOpenChange}>
      <Popover.Trigger className="icon-button" aria-label="Keys and words">
        ?
      </Popover.Trigger>
      <Popover.Portal container={overlays}>
        <Popover.Content
          className="popover"
          aria-label="Keys and words"
          align="end"
          sideOffset={6}
          collisionPadding={8}
          onOpenAutoFocus={() => {
            returnTo.current = focusedElement(overlays);
          }}
          onCloseAutoFocus={(event) => {
            if (!returnTo.current?.isConnected) return;
            event.preventDefault();
            returnTo.current.focus();
          }}
        >
          {pageHref !== undefined && (
            <a className="link" href={pageHref} target="agent-memory-devtools-page">
              Open in a tab of its own <span aria-hidden="true">↗</span>
            </a>
          )}
          <h2>Keys</h2>
          <dl className="keys">
            {KEYS.map(([keys, effect]) => (
              <div key={keys}>
                <dt>
                  {keys.split(' ').map((key) => (
                    <kbd key={key}>{key}</kbd>
                  ))}
                </dt>
                <dd>{effect}</dd>
              </div>
            ))}
          </dl>
          <h2>Words</h2>
          <dl className="keys">
            {WORDS.map(([word, meaning]) => (
              <div key={word}>
                <dt>{word}</dt>
                <dd>{meaning}</dd>
              </div>
            ))}
          </dl>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

/** The element with the focus inside the shadow root; the document only knows the root's host. */
function focusedElement(inside: HTMLElement | null): HTMLElement | undefined {
  const root = inside?.getRootNode();
  const focused = root && 'activeElement' in root ? root.activeElement : undefined;
  // By what it can do: an element of another window is no instance of this window's classes.
  return focused && typeof focused === 'object' && 'focus' in focused
    ? (focused as HTMLElement)
    : undefined;
}
