import type { ComponentType, ReactNode } from 'react';
import type { MemoryDevtoolsProps } from './hosts/memory-devtools.tsx';
import { pageRegistry } from './hosts/memory-registry.ts';
import type { ShownMemory } from './hosts/shown-memory.ts';
import { LoadedLater, Nothing } from './in-development.tsx';

// Replaced by every bundler that can bundle React, which asks the same question in the same words.
declare const process: { readonly env: { readonly NODE_ENV?: string | undefined } };

/**
 * The devtools over a page in development, nothing in production [DEV-8, DEV-9]: a pill that opens the panel
 * below the page, at its side, or in a window of its own. Its memories also answer the page of the
 * devtools in another tab. `@agent-memory/devtools/hosts` has the same for production.
 *
 * @example
 * ```tsx
 * function App() {
 *   const { memory } = useAgentMemory({ id: 'support', contextWindow: 128_000 });
 *   return <MemoryDevtools memories={{ Support: memory }} hotkey="Ctrl+Alt+M" />;
 * }
 * ```
 */
export const MemoryDevtools: ComponentType<MemoryDevtoolsProps> =
  process.env.NODE_ENV === 'production' ? Nothing : LoadedDevtools;

function LoadedDevtools(props: MemoryDevtoolsProps): ReactNode {
  return <LoadedLater title="The memory devtools" load={loadDevtools} given={props} />;
}

async function loadDevtools(): Promise<ComponentType<MemoryDevtoolsProps>> {
  const devtools = await import('./hosts/memory-devtools.tsx');
  return devtools.MemoryDevtools;
}

/**
 * Has `<MemoryDevtools>` show a memory that no component gives it, under a name; a name that is taken gets
 * a number. Gives the function that takes it away again. Does nothing in production.
 *
 * @example
 * const forget = registerMemory('Research agent', { memory, longTerm });
 */
export const registerMemory: (name: string, memory: ShownMemory) => () => void =
  process.env.NODE_ENV === 'production' ? () => () => undefined : pageRegistry.register;
