import { Popover } from 'radix-ui';
import { type ReactNode, useRef } from 'react';
import { usePanel } from './parts/panel-context.ts';

const KEYS: readonly (readonly [keys: string, effect: string])[] = [
  ['/', 'find in the context, among the values or the memories'],
  ['↑ ↓', 'previous, next row'],
  ['Home End', 'first, last row'],
  ['PgUp PgDn', 'a page of rows up, down'],
  ['→ ←', 'open, close what left or a run; step in, out'],
  ['Enter', 'read the selected row, or go to the message of a value'],
  ['Esc', 'back: to the list, then no selection'],
  ['Tab', 'next control; the splitter moves by arrow keys'],
  ['?', 'this help'],
];

/** The `?` button with the keys that work in the panel. It blocks nothing behind it. */
export function KeyHelp({
  isOpen,
  onOpenChange,
}: {
  readonly isOpen: boolean;
  readonly onOpenChange: (isOpen: boolean) => void;
}): ReactNode {
  const { overlays } = usePanel();
  const returnTo = useRef<HTMLElement>(undefined);
  return (
    <Popover.Root open={isOpen} onOpenChange={onOpenChange}>
      <Popover.Trigger className="icon-button" aria-label="Keys that work here">
        ?
      </Popover.Trigger>
      <Popover.Portal container={overlays}>
        <Popover.Content
          className="popover"
          aria-label="Keys that work here"
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
