import { errorText } from '@agent-memory/core/internal';
import type { ShownMemory } from './hosts/shown-memory.ts';

export type { MemoryWithParts, ShownMemory } from './hosts/shown-memory.ts';

/** A plugin as TanStack Devtools documents it. */
export interface MemoryDevtoolsPlugin {
  readonly id: string;
  readonly name: string;
  readonly defaultOpen?: boolean;
  /** The second argument is the theme in versions before 0.12, and holds it since. */
  readonly render: (
    element: HTMLElement,
    given: 'dark' | 'light' | { readonly theme: 'dark' | 'light' },
  ) => void;
  readonly destroy: () => void;
}

/** Options of `memoryDevtoolsPlugin`. */
export interface MemoryDevtoolsPluginOptions {
  /** Memories by the names under which they are chosen. Default: those of `registerMemory`. */
  readonly memories?: Readonly<Record<string, ShownMemory>>;
  /** Whether it is open when no other plugin is. Default `false`. */
  readonly defaultOpen?: boolean;
}

/**
 * The panel as a plugin of TanStack Devtools [DEV-8]. It is loaded when its tab is opened, follows their
 * theme, and lets go of the memories when the tab is closed.
 *
 * @example
 * // <TanStackDevtools plugins={plugins} />
 * const plugins = [memoryDevtoolsPlugin({ memories: { Support: memory } })];
 */
export function memoryDevtoolsPlugin(
  options: MemoryDevtoolsPluginOptions = {},
): MemoryDevtoolsPlugin {
  const { memories = {}, defaultOpen } = options;
  const unmounts = new Map<HTMLElement, () => void>();
  const wanted = new Set<HTMLElement>();

  async function show(element: HTMLElement, theme: 'dark' | 'light'): Promise<void> {
    const { mountInElement } = await import('./hosts/mount-in-element.tsx');
    // Closed while it was loaded.
    if (!wanted.has(element)) return;
    unmounts.set(element, mountInElement(element, { memories, theme }));
  }

  return {
    id: 'agent-memory',
    name: 'Agent memory',
    ...(defaultOpen !== undefined && { defaultOpen }),
    render: (element, given) => {
      wanted.add(element);
      show(element, typeof given === 'object' ? given.theme : given).catch((error: unknown) => {
        element.textContent = `The memory panel could not be loaded; your app is not affected. ${errorText(error)}`;
      });
    },
    destroy: () => {
      for (const unmount of unmounts.values()) unmount();
      unmounts.clear();
      wanted.clear();
    },
  };
}
