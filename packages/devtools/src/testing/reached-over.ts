import type { Clock } from '@agent-memory/core';
import type { DevtoolsSource } from '../source/devtools-source.ts';
import type { DevtoolsChannel } from '../transport/channel.ts';
import { findSources } from '../transport/found-sources.ts';
import { type RemoteSource, remoteSource } from '../transport/remote-source.ts';
import { serveSource } from '../transport/serve-source.ts';
import type { ReachedSource } from './source-contract.ts';

/** Attaches to the first source that answers on a channel. */
export async function firstRemoteSource(
  channel: DevtoolsChannel,
  clock?: Clock,
): Promise<RemoteSource> {
  const found = findSources(channel, clock);
  const id = await new Promise<string>((resolve) => {
    const take = () => {
      const [first] = found.getState();
      if (first) resolve(first.id);
    };
    found.subscribe(take);
    take();
  });
  found.stop();
  return remoteSource(channel, id, clock);
}

/** Serves a source at one end of a channel and reaches it from the other. */
export async function reachedOver(
  near: DevtoolsSource,
  there: DevtoolsChannel,
  here: DevtoolsChannel,
  close: () => void = () => undefined,
): Promise<ReachedSource> {
  const stop = serveSource(near, there);
  const remote = await firstRemoteSource(here);
  return {
    source: remote.source,
    close: () => {
      remote.close();
      stop();
      close();
    },
  };
}
