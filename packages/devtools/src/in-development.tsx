import { errorText } from '@agent-memory/core/internal';
import { type ComponentType, type ReactNode, useEffect, useState } from 'react';

type Loading<Props> =
  | { readonly status: 'loading' }
  | { readonly status: 'loaded'; readonly Loaded: ComponentType<Props> }
  | { readonly status: 'failed'; readonly message: string };

/** A component that is loaded after the first render, in a chunk of its own. */
export function LoadedLater<Props extends object>({
  title,
  load,
  given,
}: {
  readonly title: string;
  /** The same function each time. */
  readonly load: () => Promise<ComponentType<Props>>;
  readonly given: Props;
}): ReactNode {
  const [loading, setLoading] = useState<Loading<Props>>({ status: 'loading' });
  useEffect(() => {
    let isMounted = true;
    const settle = (next: Loading<Props>) => {
      if (isMounted) setLoading(next);
    };
    load().then(
      (Loaded) => settle({ status: 'loaded', Loaded }),
      (error: unknown) => settle({ status: 'failed', message: errorText(error) }),
    );
    return () => {
      isMounted = false;
    };
  }, [load]);
  if (loading.status === 'loaded') return <loading.Loaded {...given} />;
  if (loading.status === 'loading') return null;
  return (
    <p role="alert">
      {title} could not be loaded; your app is not affected. {loading.message}
    </p>
  );
}

/** Stands for a component in production. */
export function Nothing(): ReactNode {
  return null;
}
