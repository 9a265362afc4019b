import { type Clock, systemClock } from '@agent-memory/core';
import type { PastFacts } from '../source/call-facts.ts';
import { changeListeners } from '../source/change-listeners.ts';
import type { DevtoolsSource, DevtoolsState } from '../source/devtools-source.ts';
import { fieldOf } from '../source/field-of.ts';
import type { DevtoolsChannel } from './channel.ts';
import { type Connection, type ConnectionState, connectTo } from './connection.ts';
import { type Forwarded, MEMBERS, type MemberTable } from './members.ts';
import type { MemberPath, SentState } from './messages.ts';
import type { AttachedSource } from './serve-source.ts';
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

/**
 * Attaches to a source that is served on a channel, however long it has been there [DEV-8].
 *
 * - The state is there at once and follows while somebody listens; parts that did not change stay the
 *   same objects.
 * - Every answer comes later. An abort crosses. A question rejects, in words, when the other side goes
 *   away, or gives no sign of life for 10 s, or for 150 s once it has said that it works on it.
 * - It is read-only: whatever would change something rejects, and the panel does not offer it.
 * - `at` gives the past as another remote source.
 *
 * @param id of a source that `findSources` found
 * @throws Error in words if the source gives no answer.
 */
export async function remoteSource(
  channel: DevtoolsChannel,
  id: string,
  clock: Clock = systemClock,
): Promise<RemoteSource> {
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
  let { state, version } = attached;
  const { tell, subscribe } = changeListeners(() =>
    place.connection.follow({ path: [], version: () => version, onNews: take }),
  );

  function take(sent: SentState | undefined): void {
    if (!sent) return;
    const next = changed(state, version, sent);
    version = next ? sent.version : NOTHING_HELD;
    if (!next) return;
    state = next;
    tell();
  }

  return {
    ...describedAs(attached, place),
    getState: () => state,
    subscribe,
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
    readOnly: READ_ONLY,
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
  const lists = ['compactions', 'models', 'modelTotals', 'degraded'];
  const objects = ['breaker', 'summary', 'ledger', 'store'];
  return (
    lists.every((name) => Array.isArray(fieldOf(value, name))) &&
    objects.every((name) => typeof fieldOf(value, name) === 'object') &&
    typeof fieldOf(value, 'status') === 'string'
  );
}

/** The place of members: at a source or its past, on a line. */
interface RemotePlace {
  readonly connection: Connection;
  readonly clock: Clock;
  readonly past?: number;
}

/** Why nothing can be changed over a channel. */
const READ_ONLY =
  'Read-only: this memory belongs to another page. To change something, open the devtools in that page.';

/** The members of a source at the other side of a line, as its shape says that they are there. */
function remoteMembers(shape: unknown, place: RemotePlace): Forwarded {
  const members: unknown = membersOf(MEMBERS, shape, place, []);
  // The compiler holds the table against this interface, and each member is made as the table says.
  return members as Forwarded;
}

function membersOf(
  table: MemberTable,
  shape: unknown,
  place: RemotePlace,
  path: MemberPath,
): Readonly<Record<string, unknown>> {
  const members: Record<string, unknown> = {};
  for (const [name, kind] of Object.entries(table)) {
    const own = fieldOf(shape, name);
    const ownPath = [...path, name];
    if (typeof kind === 'object') {
      if (typeof own === 'object') members[name] = membersOf(kind, own, place, ownPath);
    } else if (kind === 'clock') members[name] = clockOf(own, place);
    else if (kind === 'follow') members[name] = followOf(ownPath, place);
    else if (kind === 'refused') members[name] = () => Promise.reject(new Error(READ_ONLY));
    else if (kind === 'call' || (kind === 'call-if-there' && own === true))
      members[name] = callOf(ownPath, place);
  }
  return members;
}

function clockOf(lead: unknown, { clock }: RemotePlace): () => number {
  const leadMs = typeof lead === 'number' && Number.isFinite(lead) ? lead : 0;
  return () => clock.nowMs() + leadMs;
}

function followOf(path: MemberPath, { connection, past }: RemotePlace) {
  return (listener: () => void) =>
    connection.follow({ path, ...(past === undefined ? {} : { past }), onNews: () => listener() });
}

function callOf(path: MemberPath, { connection, past }: RemotePlace) {
  return (...given: readonly unknown[]): Promise<unknown> => {
    const signalAt = given.findIndex((argument) => signalIn(argument) !== undefined);
    const signal = signalIn(given[signalAt]);
    const args = given.map((argument, at) =>
      at === signalAt ? withoutSignal(argument) : argument,
    );
    return connection.ask(
      {
        ...{ type: 'call', path, args },
        ...(past === undefined ? {} : { past }),
        ...(signal && { signalAt }),
      },
      signal,
    );
  };
}

/** A signal cannot be cloned: it is taken out, and its abort is sent as a message. */
function withoutSignal(options: unknown): unknown {
  if (typeof options !== 'object' || options === null) return options;
  return Object.fromEntries(Object.entries(options).filter(([name]) => name !== 'signal'));
}

function signalIn(argument: unknown): AbortSignal | undefined {
  const signal = fieldOf(argument, 'signal');
  return signal instanceof AbortSignal ? signal : undefined;
}
