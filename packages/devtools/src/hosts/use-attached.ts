import { errorText } from '@agent-memory/core/internal';
import { useEffect, useState, useSyncExternalStore } from 'react';
import type { DevtoolsChannel } from '../transport/channel.ts';
import type { ConnectionState } from '../transport/connection.ts';
import { type RemoteSource, remoteSource } from '../transport/remote-source.ts';
import type { ListedSource } from './use-found-sources.ts';

/** A source that a page attached to, or why it could not. */
export type Attached =
  | { readonly status: 'none' }
  | { readonly status: 'failed'; readonly listed: ListedSource; readonly sentence: string }
  | { readonly status: 'attached'; readonly listed: ListedSource; readonly remote: RemoteSource };

const NONE: Attached = { status: 'none' };

/**
 * Attaches to a source. While there is none any more, and until the next one is attached, the last one
 * stays, with what last arrived of it.
 */
export function useAttached(channel: DevtoolsChannel, wanted: ListedSource | undefined): Attached {
  const [attached, setAttached] = useState<Attached>(NONE);

  // biome-ignore lint/correctness/useExhaustiveDependencies: its label may change while it is the same source
  useEffect(() => {
    if (!wanted) return;
    if (wanted.problem !== undefined) {
      setAttached({ status: 'failed', listed: wanted, sentence: wanted.problem });
      return;
    }
    let isWanted = true;
    remoteSource(channel, { id: wanted.id }).then(
      (remote) => {
        if (isWanted) setAttached({ status: 'attached', listed: wanted, remote });
        else remote.close();
      },
      (error: unknown) => {
        if (isWanted) setAttached({ status: 'failed', listed: wanted, sentence: errorText(error) });
      },
    );
    return () => {
      isWanted = false;
    };
  }, [channel, wanted?.id, wanted?.problem]);

  useEffect(() => {
    if (attached.status !== 'attached') return;
    return () => attached.remote.close();
  }, [attached]);

  return attached;
}

const OPEN: ConnectionState = { status: 'open' };

/** Whether the page of an attached source is there. */
export function useConnection(attached: Attached): ConnectionState {
  const connection = attached.status === 'attached' ? attached.remote.connection : undefined;
  return useSyncExternalStore(
    connection?.subscribe ?? (() => () => undefined),
    connection?.getState ?? (() => OPEN),
    () => OPEN,
  );
}
