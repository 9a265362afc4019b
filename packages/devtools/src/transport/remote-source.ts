import { type Clock, systemClock } from '@agent-memory/core';
import { type KnownNames, refuseUnknown } from '@agent-memory/core/internal';
import type { PastFacts } from '../source/call-facts.ts';
import type { DevtoolsSource, DevtoolsState } from '../source/devtools-source.ts';
import type { DevtoolsChannel } from './channel.ts';
import { type ConnectionState, connectTo } from './connection.ts';
import { firstSource } from './found-sources.ts';
import { fieldOf, type SentState } from './messages.ts';
import { type RemotePlace, remoteMembers } from './remote-members.ts';
import type { AttachedSource } from './served-panel.ts';
import { applyChange } from './state-change.ts';

/** A source of another page, tab or window. */
export interface RemoteSource {
  readonly source: DevtoolsSource;
  /** Whether the other side is there; the source keeps its last state where it is not. */
  readonly connection: {
    readonly getState: () => ConnectionState;
    readonly subscribe: (listener: () => void) => () => void;
  };
  /** Takes leave. What is still asked rejects. */
  readonly close: () => void;
}

/** Options of `remoteSource`. */
export interface RemoteOptions {
  /** The id of a source that `findSources` found. Default: the first that answers. */
  readonly id?: string;
  /** Default: the platform's. */
  readonly clock?: Clock;
}

const OPTIONS = { id: true, clock: true } as const satisfies KnownNames<RemoteOptions>;

/**
 * Attaches to a source that is served on a channel, now or long since [DEV-8].
 *
 * - The state is there at once and follows while somebody listens; parts that did not change stay the
 *   same objects.
 * - Every answer comes later. An abort crosses. A question rejects, in words, when the other side goes
 *   away, or gives no sign of life for 10 s, or for 150 s once it has said that it works on it.
 * - `at` gives the past as another remote source.
 *
 * @example
 * const { source, close } = await remoteSource(tabChannel());
 * mountPanel(document.body).draw({ source, theme: 'auto' });
 *
 * @throws Error in words if nobody answers, or only a page of another version; InvalidOptionError if an
 * option is not known.
 */
export async function remoteSource(
  channel: DevtoolsChannel,
  options: RemoteOptions = {},
): Promise<RemoteSource> {
  refuseUnknown(options, OPTIONS, 'remoteSource');
  const { clock = systemClock } = options;
  const id = options.id ?? (await firstSource(channel, clock));
  const connection = connectTo(id, channel, clock);
  try {
    const attached = await connection.ask({ type: 'attach' });
    if (!isAttached(attached))
      throw new Error('The page with this memory described it in no known way.');
    const { getState, subscribe, close } = connection;
    return {
      source: liveSource(attached, { connection, clock }),
      connection: { getState, subscribe },
      close,
    };
  } catch (error) {
    connection.close();
    throw error;
  }
}

function liveSource(attached: AttachedSource, place: RemotePlace): DevtoolsSource {
  const listeners = new Set<() => void>();
  let { state, version } = attached;
  let stop: (() => void) | undefined;

  function take(sent: SentState | undefined): void {
    if (!sent) return;
    const next = changed(state, version, sent);
    version = next ? sent.version : NOTHING_HELD;
    if (!next) return;
    state = next;
    for (const listener of listeners) listener();
  }

  return {
    ...describedAs(attached, place),
    getState: () => state,
    subscribe: (listener) => {
      const own = () => listener();
      listeners.add(own);
      stop ??= place.connection.follow({ path: [], version: () => version, onNews: take });
      return () => {
        listeners.delete(own);
        if (listeners.size > 0) return;
        stop?.();
        stop = undefined;
      };
    },
  };
}

/** With this the whole state comes next. */
const NOTHING_HELD = 0;

/** The next state; `undefined` where the change is damaged or none of the state that is held. */
function changed(
  state: DevtoolsState,
  version: number,
  sent: SentState,
): DevtoolsState | undefined {
  if (sent.base !== version && sent.base !== NOTHING_HELD) return undefined;
  try {
    const next = applyChange(state, sent.change);
    return isState(next) ? next : undefined;
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}

function pastSource(attached: AttachedSource, place: RemotePlace): DevtoolsSource {
  return {
    ...describedAs(attached, place),
    getState: () => attached.state,
    subscribe: () => () => undefined,
  };
}

/** Everything of a source but its state. */
function describedAs(
  { name, sessionId, past, shape }: AttachedSource,
  place: RemotePlace,
): Omit<DevtoolsSource, 'getState' | 'subscribe'> {
  return {
    ...remoteMembers(shape, place),
    name,
    ...(sessionId === undefined ? {} : { sessionId }),
    ...(past && { past }),
    at: (call) => remotePast(call, place),
  };
}

async function remotePast(call: number, place: RemotePlace): Promise<DevtoolsSource | undefined> {
  const attached = await place.connection.ask({ type: 'attach', past: call });
  return isAttached(attached) ? pastSource(attached, { ...place, past: call }) : undefined;
}

function isAttached(value: unknown): value is AttachedSource {
  const sessionId = fieldOf(value, 'sessionId');
  return (
    typeof fieldOf(value, 'name') === 'string' &&
    (sessionId === undefined || typeof sessionId === 'string') &&
    typeof fieldOf(value, 'version') === 'number' &&
    isPast(fieldOf(value, 'past')) &&
    isState(fieldOf(value, 'state'))
  );
}

function isPast(value: unknown): value is PastFacts | undefined {
  return value === undefined || typeof fieldOf(value, 'call') === 'number';
}

/** The lists and objects that every state has; their content is of a page of the same origin. */
function isState(value: unknown): value is DevtoolsState {
  const lists = ['history', 'compactions', 'models', 'modelTotals', 'degraded'];
  const objects = ['breaker', 'summary', 'ledger', 'store'];
  return (
    lists.every((name) => Array.isArray(fieldOf(value, name))) &&
    objects.every((name) => typeof fieldOf(value, name) === 'object') &&
    typeof fieldOf(value, 'status') === 'string'
  );
}
