import { useEffect, useState } from 'react';
import { errorText } from '../app/error-text.ts';

type PanelModule = typeof import('@agent-memory/devtools/panel');

/** The panel's code, which is loaded after the chat is up. */
export type LoadedPanel =
  | { readonly status: 'loading' }
  | { readonly status: 'here'; readonly panel: PanelModule }
  | { readonly status: 'failed'; readonly problem: string };

let loading: Promise<LoadedPanel> | undefined;
let loaded: LoadedPanel = { status: 'loading' };

/** Loads the panel once for the whole page. */
export function useLoadedPanel(): LoadedPanel {
  const [current, setCurrent] = useState(loaded);
  useEffect(() => {
    let isMounted = true;
    loading ??= load();
    void loading.then((settled) => {
      if (isMounted) setCurrent(settled);
    });
    return () => {
      isMounted = false;
    };
  }, []);
  return current;
}

async function load(): Promise<LoadedPanel> {
  try {
    loaded = { status: 'here', panel: await import('@agent-memory/devtools/panel') };
  } catch (error) {
    loaded = { status: 'failed', problem: errorText(error) };
  }
  return loaded;
}
