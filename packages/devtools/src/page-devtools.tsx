import { errorText } from '@agent-memory/core/internal';
import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import type { MemoryDevtoolsProps } from './hosts/memory-devtools.tsx';

// Replaced by every bundler that can bundle React, which asks the same question in the same words.
declare const process: { readonly env: { readonly NODE_ENV?: string | undefined } };

/**
 * The devtools over a page in development, nothing in production [DEV-8, DEV-9]: a pill that opens the panel
 * below the page, at its side, or in a window of its own. It is loaded after the first render, in a chunk
 * of its own. Its memories can also be read on the page of the devtools in another tab.
 * `@agent-memory/devtools/hosts` has the same for production.
 *
 * @example
 * ```tsx
 * function App() {
 *   const { memory } = useAgentMemory({ id: 'support', contextWindow: 128_000 });
 *   return <MemoryDevtools memories={{ Support: memory }} />;
 * }
 * ```
 */
export const MemoryDevtools: ComponentType<MemoryDevtoolsProps> =
  process.env.NODE_ENV === 'production' ? () => null : LoadedDevtools;

type Loading =
  | { readonly status: 'loading' }
  | { readonly status: 'loaded'; readonly Loaded: ComponentType<MemoryDevtoolsProps> }
  | { readonly status: 'failed'; readonly message: string };

function LoadedDevtools(props: MemoryDevtoolsProps): ReactNode {
  const [loading, setLoading] = useState<Loading>({ status: 'loading' });
  useEffect(() => {
    import('./hosts/memory-devtools.tsx').then(
      ({ MemoryDevtools: Loaded }) => setLoading({ status: 'loaded', Loaded }),
      (error: unknown) => setLoading({ status: 'failed', message: errorText(error) }),
    );
  }, []);
  if (loading.status === 'loaded') return <loading.Loaded {...props} />;
  if (loading.status === 'loading') return null;
  return (
    <p role="alert">
      The memory devtools could not be loaded; your app is not affected. {loading.message}
    </p>
  );
}
