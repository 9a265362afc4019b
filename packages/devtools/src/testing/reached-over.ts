import type { DevtoolsSource } from '../source/devtools-source.ts';
import type { DevtoolsChannel } from '../transport/channel.ts';
import { remoteSource } from '../transport/remote-source.ts';
import { serveSource } from '../transport/serve-source.ts';
import type { ReachedSource } from './source-contract.ts';

/** Serves a source at one end of a channel and reaches it from the other. */
export async function reachedOver(
  near: DevtoolsSource,
  there: DevtoolsChannel,
  here: DevtoolsChannel,
  close: () => void = () => undefined,
): Promise<ReachedSource> {
  const stop = serveSource(near, there);
  const remote = await remoteSource(here);
  return {
    source: remote.source,
    close: () => {
      remote.close();
      stop();
      close();
    },
  };
}
