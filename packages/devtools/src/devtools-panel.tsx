import type { ComponentType, ReactNode } from 'react';
import { LoadedLater, Nothing } from './in-development.tsx';
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
  process.env.NODE_ENV === 'production' ? Nothing : LoadedPanel;

function LoadedPanel(props: DevtoolsPanelProps): ReactNode {
  return <LoadedLater title="The memory panel" load={loadPanel} given={props} />;
}

async function loadPanel(): Promise<ComponentType<MemoryPanelProps>> {
  const { MemoryPanel } = await import('./panel/memory-panel.tsx');
  return MemoryPanel;
}
