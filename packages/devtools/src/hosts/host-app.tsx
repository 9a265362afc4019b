import { type ReactNode, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import type { ChoiceOption } from '../elements/elements.tsx';
import type { PanelTheme } from '../elements/styles/theme.ts';
import type { DevtoolsChannel } from '../transport/channel.ts';
import { serveSource } from '../transport/serve-source.ts';
import { DockEdge } from './dock-edge.tsx';
import { choiceOf, Frame, type FramePlace, Pill, type PillCorner } from './frame.tsx';
import {
  type DockPlace,
  dockIn,
  dockPixels,
  FIRST_HOST_VIEW,
  type HostView,
  hasSide,
  type PageSize,
  readHostView,
  resized,
} from './host-view.ts';
import { type NamedSource, type ShownMemory, sourceKeeper } from './shown-memory.ts';
import { usePopOut } from './use-pop-out.ts';
import { zoomOf } from './zoom-of.ts';

export interface HostAppProps {
  readonly memories: Readonly<Record<string, ShownMemory>>;
  readonly theme: PanelTheme;
  readonly corner: PillCorner;
  readonly nonce: string | undefined;
  /** The channel on which the memories answer panels elsewhere; `undefined`: none. */
  readonly channel: DevtoolsChannel | undefined;
}

/** The devtools in the page: nothing while there is no memory, then a pill, or the panel in its place. */
export function HostApp({ memories, channel, ...host }: HostAppProps): ReactNode {
  const [keep] = useState(sourceKeeper);
  const sources = useMemo(() => keep(memories), [keep, memories]);
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
function Served(props: {
  readonly named: NamedSource;
  readonly channel: DevtoolsChannel;
}): ReactNode {
  const {
    named: { name, source },
    channel,
  } = props;
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

function ShownHost(
  props: Omit<HostAppProps, 'memories' | 'channel'> & { readonly sources: readonly NamedSource[] },
): ReactNode {
  const { sources, theme, corner, nonce } = props;
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

  // The one that replaces the other takes its focus, too.
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

/** PERSISTED: another name forgets where everybody has the panel. */
const STORAGE_KEY = 'agent-memory.devtools';

/** The view as it was left; the first one where the page may store nothing. */
function loadHostView(): HostView {
  try {
    return readHostView(localStorage.getItem(STORAGE_KEY));
  } catch {
    // Denied: the place is chosen again on each page.
    return FIRST_HOST_VIEW;
  }
}

/** Keeps the view for the next page, where that is allowed. */
function saveHostView(view: HostView): void {
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify(view));
  } catch {
    // Denied or full: nothing but the place of the panel is lost.
  }
}

/** Makes room under a docked panel, so that the end of the page can be scrolled into sight. */
function usePageRoom(dock: DockPlace | undefined, pixels: number): void {
  useEffect(() => {
    if (dock === undefined) return;
    const { style } = document.body;
    const name = dock === 'side' ? 'padding-right' : 'padding-bottom';
    const before = style.getPropertyValue(name);
    const room = (pixels * zoomOf(document.documentElement)) / zoomOf(document.body);
    const own = getComputedStyle(document.body).getPropertyValue(name);
    style.setProperty(name, `calc(${own} + ${room}px)`);
    return () => style.setProperty(name, before);
  }, [dock, pixels]);
}

let latest: PageSize = { widthPixels: 0, heightPixels: 0 };

/** The inner size of this window in the pixels of the pinned host, followed as it changes. */
function usePageSize(): PageSize {
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
