import { errorText } from '@agent-memory/core/internal';
import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import type { MemoryPanelProps } from './panel/memory-panel.tsx';

/** The same as those of `MemoryPanel` in `@agent-memory/devtools/panel`. */
export type DevtoolsPanelProps = MemoryPanelProps;

// Replaced by every bundler that can bundle React, which asks the same question in the same words.
declare const process: { readonly env: { readonly NODE_ENV?: string | undefined } };

/**
 * The panel in development, nothing in production [DEV-9].
 *
 * Where `process.env.NODE_ENV` is `production` this renders nothing and the panel's code is not part
 * of the bundle; otherwise the panel is loaded after the first render, in a chunk of its own. Import
 * `@agent-memory/devtools/panel` to have the panel in production too.
 *
 * @example
 * ```tsx
 * function Chat() {
 *   const { memory } = useAgentMemory({ id: 'support', contextWindow: 128_000 });
 *   return <DevtoolsPanel memory={memory} />;
 * }
 * ```
 */
export const DevtoolsPanel: ComponentType<DevtoolsPanelProps> =
  process.env.NODE_ENV === 'production' ? NoPanel : LoadedPanel;

function NoPanel(): ReactNode {
  return null;
}

type Loading =
  | { readonly status: 'loading' }
  | { readonly status: 'loaded'; readonly Panel: ComponentType<MemoryPanelProps> }
  | { readonly status: 'failed'; readonly message: string };

function LoadedPanel(props: DevtoolsPanelProps): ReactNode {
  const [loading, setLoading] = useState<Loading>({ status: 'loading' });
  useEffect(() => {
    let isMounted = true;
    const settle = (next: Loading) => {
      if (isMounted) setLoading(next);
    };
    import('./panel/memory-panel.tsx').then(
      ({ MemoryPanel }) => settle({ status: 'loaded', Panel: MemoryPanel }),
      (error: unknown) => settle({ status: 'failed', message: errorText(error) }),
    );
    return () => {
      isMounted = false;
    };
  }, []);
  if (loading.status === 'loaded') return <loading.Panel {...props} />;
  if (loading.status === 'loading') return null;
  return (
    <p role="alert">
      The memory panel could not be loaded; your app is not affected. {loading.message}
    </p>
  );
}
