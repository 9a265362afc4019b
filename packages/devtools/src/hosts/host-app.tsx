import { type ReactNode, useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import type { ChoiceOption } from '../panel/parts/choice.tsx';
import type { PanelTheme } from '../panel/styles/theme.ts';
import type { DevtoolsChannel } from '../transport/channel.ts';
import { serveSource } from '../transport/serve-source.ts';
import { DockEdge } from './dock-edge.tsx';
import { choiceOf, Frame, type FramePlace } from './frame.tsx';
import { dockIn, dockPixels, type HostView, hasSide, resized } from './host-view.ts';
import { isPressed, readHotkey } from './hotkey.ts';
import type { MemoryRegistry } from './memory-registry.ts';
import { Pill, type PillCorner } from './pill.tsx';
import type { NamedSource, ShownMemory } from './shown-memory.ts';
import { loadHostView, saveHostView } from './stored-view.ts';
import { usePageRoom } from './use-page-room.ts';
import { usePageSize } from './use-page-size.ts';
import { usePopOut } from './use-pop-out.ts';
import { useSources } from './use-sources.ts';

export interface HostAppProps {
  readonly memories: Readonly<Record<string, ShownMemory>>;
  readonly registry: MemoryRegistry;
  readonly theme: PanelTheme;
  readonly corner: PillCorner;
  readonly nonce: string | undefined;
  readonly hotkey: string | undefined;
  /** The channel on which the memories answer panels elsewhere; `undefined`: none. */
  readonly channel: DevtoolsChannel | undefined;
}

/** The devtools in the page: nothing while there is no memory, then a pill, or the panel in its place. */
export function HostApp({ memories, registry, channel, ...host }: HostAppProps): ReactNode {
  const sources = useSources(memories, registry);
  return (
    <>
      {channel &&
        sources.map(({ name, source }) => (
          <Served key={name} named={{ name, source }} channel={channel} />
        ))}
      {sources.length > 0 && <ShownHost sources={sources} {...host} />}
    </>
  );
}

/** A memory that answers panels elsewhere. */
function Served({
  named: { name, source },
  channel,
}: {
  readonly named: NamedSource;
  readonly channel: DevtoolsChannel;
}): ReactNode {
  useEffect(() => {
    let stop = serveSource(source, channel, { name });
    const leave = () => stop();
    // The browser kept the page and shows it again.
    const comeBack = ({ persisted }: PageTransitionEvent) => {
      if (persisted) stop = serveSource(source, channel, { name });
    };
    window.addEventListener('pagehide', leave);
    window.addEventListener('pageshow', comeBack);
    return () => {
      window.removeEventListener('pagehide', leave);
      window.removeEventListener('pageshow', comeBack);
      stop();
    };
  }, [source, channel, name]);
  return null;
}

const BLOCKED =
  'The browser did not open a window. Allow pop-ups for this page and choose Window again, or dock the panel.';

function ShownHost({
  sources,
  theme,
  corner,
  nonce,
  hotkey,
}: Omit<HostAppProps, 'memories' | 'registry' | 'channel'> & {
  readonly sources: readonly NamedSource[];
}): ReactNode {
  const [view, setView] = useState(loadHostView);
  const [draggedPixels, setDraggedPixels] = useState<number>();
  const [isBlocked, setBlocked] = useState(false);
  const page = usePageSize();
  const pill = useRef<HTMLButtonElement>(null);
  const frame = useRef<HTMLElement>(null);
  const focusNext = useRef<'pill' | 'frame'>(undefined);
  const popOut = usePopOut(nonce, () => change({ isOpen: true }));
  const shown = sources.find(({ name }) => name === view.memory) ?? sources[0];
  const dock = dockIn(view, page);
  const isDocked = view.isOpen && !popOut.container;
  const dragged = draggedPixels === undefined ? view : resized(view, dock, draggedPixels);
  const pixels = dockPixels(dragged, dock, page);
  usePageRoom(isDocked ? dock : undefined, dockPixels(view, dock, page));
  const toggle = () => (isDocked || popOut.container ? close() : change({ isOpen: true }));
  useHotkey(hotkey, toggle);

  // The one that takes the place of the other takes its focus, too.
  useEffect(() => {
    if (focusNext.current === 'pill') pill.current?.focus();
    if (focusNext.current === 'frame') frame.current?.focus();
    focusNext.current = undefined;
  });

  function change(changes: Partial<HostView>): void {
    const next = { ...view, ...changes };
    setView(next);
    saveHostView(next);
  }

  function close(): void {
    const hasFocus = popOut.container !== undefined || frame.current?.matches(':focus-within');
    focusNext.current = hasFocus ? 'pill' : undefined;
    popOut.close();
    setBlocked(false);
    change({ isOpen: false });
  }

  function openByPill(): void {
    if (popOut.container) {
      moveTo('window');
      return;
    }
    focusNext.current = 'frame';
    change({ isOpen: true });
  }

  function moveTo(place: FramePlace): void {
    if (place === 'window') {
      setBlocked(!popOut.open(`Memory · ${document.title}`));
      return;
    }
    popOut.close();
    setBlocked(false);
    change({ isOpen: true, dock: place === 'side' ? 'side' : 'below' });
  }

  if (!shown) return null;
  const framed = {
    ...{ shown, theme, nonce, onPlace: moveTo, onClose: close },
    choices: sources.map(choiceOf),
    chosen: shown.name,
    places: hasSide(page) ? PLACES : PLACES.filter(({ value }) => value !== 'side'),
    onShow: (memory: string) => change({ memory }),
  };
  return (
    <div className="panel host-root" data-theme={theme}>
      {isDocked ? (
        <Frame
          {...framed}
          ref={frame}
          place={dock}
          sizePixels={pixels}
          notice={isBlocked ? BLOCKED : undefined}
          edge={
            <DockEdge
              {...{ dock, pixels, page }}
              onDrag={setDraggedPixels}
              onResize={(wanted) => {
                setDraggedPixels(undefined);
                const next = resized(view, dock, wanted);
                change(resized(view, dock, dockPixels(next, dock, page)));
              }}
            />
          }
        />
      ) : (
        <Pill {...{ shown, corner }} ref={pill} onOpen={openByPill} />
      )}
      {popOut.container &&
        createPortal(
          <div className="panel host-root" data-theme={theme}>
            <Frame {...framed} place="window" />
          </div>,
          popOut.container,
        )}
    </div>
  );
}

const PLACES: readonly ChoiceOption<FramePlace>[] = [
  { value: 'below', title: 'Below', meaning: 'Docked below the page' },
  { value: 'side', title: 'Side', meaning: 'Docked at the side of the page' },
  { value: 'window', title: 'Window', meaning: 'In a window of its own' },
];

function useHotkey(hotkey: string | undefined, onPress: () => void): void {
  const latest = useRef(onPress);
  useEffect(() => {
    latest.current = onPress;
  });
  useEffect(() => {
    if (hotkey === undefined) return;
    const wanted = readHotkey(hotkey);
    function onKeyDown(event: KeyboardEvent): void {
      if (event.defaultPrevented || !isPressed(wanted, event)) return;
      event.preventDefault();
      latest.current();
    }
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [hotkey]);
}
