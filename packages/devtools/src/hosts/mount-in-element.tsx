import { type ReactNode, useState } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { adoptStylesheet } from '../panel/styles/adopt-stylesheet.ts';
import { HOST_STYLESHEET } from '../panel/styles/hosts.ts';
import type { PanelTheme } from '../panel/styles/theme.ts';
import { choiceOf, Frame } from './frame.tsx';
import { pageRegistry } from './memory-registry.ts';
import { shadowContainer } from './pinned-host.ts';
import type { ShownMemory } from './shown-memory.ts';
import { useSources } from './use-sources.ts';

interface ElementAppProps {
  readonly memories: Readonly<Record<string, ShownMemory>>;
  readonly theme: PanelTheme;
}

const roots = new WeakMap<HTMLElement, { readonly host: HTMLElement; readonly root: Root }>();

/** Fills an element with the panel and a choice of memories; once more to show others or another theme. */
export function mountInElement(element: HTMLElement, props: ElementAppProps): () => void {
  const known = roots.get(element);
  const { host, root } = known?.host.isConnected ? known : madeIn(element);
  roots.set(element, { host, root });
  root.render(<ElementApp {...props} />);
  return () => {
    roots.delete(element);
    queueMicrotask(() => root.unmount());
    host.remove();
  };
}

function madeIn(element: HTMLElement): { readonly host: HTMLElement; readonly root: Root } {
  const host = element.ownerDocument.createElement('div');
  host.style.setProperty('height', '100%');
  // In a low pane the panel scrolls as a whole.
  host.style.setProperty('overflow', 'auto');
  element.append(host);
  const container = shadowContainer(host, (shadow) =>
    adoptStylesheet(shadow, undefined, HOST_STYLESHEET),
  );
  container.style.setProperty('height', 'max(100%, 440px)');
  container.style.setProperty('position', 'relative');
  return { host, root: createRoot(container) };
}

function ElementApp({ memories, theme }: ElementAppProps): ReactNode {
  const sources = useSources(memories, pageRegistry);
  const [chosen, setChosen] = useState<string>();
  const shown = sources.find(({ name }) => name === chosen) ?? sources[0];
  return (
    <div className="panel host-root" data-theme={theme}>
      {shown ? (
        <Frame
          place="page"
          choices={sources.map(choiceOf)}
          chosen={shown.name}
          shown={shown}
          onShow={setChosen}
          theme={theme}
        />
      ) : (
        <div className="frame" data-place="page">
          <div className="empty">
            <h2>No memory to show</h2>
            <p>
              Give the plugin <code>memories</code>, or call <code>registerMemory</code>.
            </p>
          </div>
        </div>
      )}
    </div>
  );
}
