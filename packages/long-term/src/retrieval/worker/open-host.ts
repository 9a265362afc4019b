import type { EngineHost, EngineSettings } from './engine-host.ts';
import { createLocalHost } from './local-host.ts';

/** An engine that is open, wherever it lives. */
export interface OpenedHost {
  readonly host: EngineHost;
  readonly release: () => void;
  /** A sentence for each part that could not be opened. */
  readonly problems: readonly string[];
}

/** Opens an engine. */
export async function openHost(settings: EngineSettings): Promise<OpenedHost> {
  const host = createLocalHost();
  return { host, release: () => undefined, problems: await host.open(settings) };
}
