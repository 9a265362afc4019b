import { type Clock, systemClock } from '@agent-memory/core';
import { type KnownNames, refuseUnknown } from '@agent-memory/core/internal';
import type { DevtoolsSource, DevtoolsState } from '../source/devtools-source.ts';
import type { Answer } from '../source/inspectable-memory.ts';
import {
  ALIVE_MS,
  after,
  createPeerId,
  type DevtoolsChannel,
  every,
  SILENCE_MS,
} from './channel.ts';
import { memberAt, type Shape, shapeOf } from './members.ts';
import {
  type MemberPath,
  opened,
  type PanelMessage,
  PROTOCOL_VERSION,
  readPanelMessage,
  type SourceMessage,
  sealed,
  sentError,
} from './messages.ts';
import { changeOf } from './state-change.ts';

/** Options of `serveSource`. */
export interface ServeOptions {
  /** Shown where sources are listed. Default: the source's name. */
  readonly name?: string;
  /** Default: the platform's. */
  readonly clock?: Clock;
}

const OPTIONS = { name: true, clock: true } as const satisfies KnownNames<ServeOptions>;

/** Pasts that are kept for panels that look at them; others are made again when asked for. */
const KEPT_PASTS = 8;

/**
 * Answers panels elsewhere with a source of this page, until the function that it gives is called [DEV-8].
 *
 * - Nothing is subscribed, computed or sent while no panel asks; a panel that falls silent is let go.
 * - A state goes out as a change of the one that the panel has, and the next one when it asks for it:
 *   however much happens, nothing queues up.
 * - Texts go out when they are asked for.
 * - It only reads: any page of the origin may post to a channel, so nothing can be changed over one, nor a
 *   model be called.
 * - Messages that are not of ours, damaged or hostile are ignored.
 *
 * @example
 * const stop = serveSource(memorySource(memory), tabChannel());
 * addEventListener('pagehide', stop);
 *
 * @throws InvalidOptionError if an option is not known.
 */
export function serveSource(
  source: DevtoolsSource,
  channel: DevtoolsChannel,
  options: ServeOptions = {},
): () => void {
  refuseUnknown(options, OPTIONS, 'serveSource');
  const { name = source.name, clock = systemClock } = options;
  const ownId = createPeerId();
  const panels = new Map<string, ReturnType<typeof servedPanel>>();
  const sourceAt = keptPasts(source);

  const postTo = (to: string | undefined, body: SourceMessage) =>
    channel.post(sealed(ownId, to, body));
  const announceTo = (to: string | undefined) =>
    postTo(to, { type: 'source', name, page: documentTitle() });

  function panelOf(id: string) {
    const known = panels.get(id);
    if (known) return known;
    const panel = servedPanel({
      sourceAt,
      post: (body) => postTo(id, body),
      clock,
      onLeave: () => panels.delete(id),
    });
    panels.set(id, panel);
    return panel;
  }

  const stopListening = channel.listen((message) => {
    const envelope = opened(message);
    if (!envelope || (envelope.to !== undefined && envelope.to !== ownId)) return;
    const body = readPanelMessage(envelope.body);
    if (body?.type === 'look') announceTo(envelope.from);
    else if (body && envelope.to === ownId && envelope.version === PROTOCOL_VERSION) {
      panelOf(envelope.from).take(body);
    }
  });
  announceTo(undefined);

  return () => {
    stopListening();
    for (const panel of panels.values()) panel.close();
    panels.clear();
    postTo(undefined, { type: 'gone' });
  };
}

/** The source and its pasts, the last few of them kept. */
function keptPasts(
  source: DevtoolsSource,
): (past: number | undefined) => Answer<DevtoolsSource | undefined> {
  const kept = new Map<number, Answer<DevtoolsSource | undefined>>();
  return (past) => {
    if (past === undefined) return source;
    const found = kept.get(past) ?? source.at(past);
    kept.delete(past);
    kept.set(past, found);
    const [oldest] = kept.keys();
    if (kept.size > KEPT_PASTS && oldest !== undefined) kept.delete(oldest);
    return found;
  };
}

/** There is none in a worker. */
function documentTitle(): string {
  return typeof document === 'undefined' ? '' : document.title;
}

/** A source as it is told to a panel that attaches. */
export interface AttachedSource {
  readonly name: string;
  readonly sessionId?: string;
  readonly past?: DevtoolsSource['past'];
  readonly shape: Shape;
  readonly state: DevtoolsState;
  readonly version: number;
}

interface ServedPanelOptions {
  /** The source, or its past at a call; `undefined` where that is not kept. */
  readonly sourceAt: (past: number | undefined) => Answer<DevtoolsSource | undefined>;
  /** Throws where a value cannot be cloned. */
  readonly post: (message: SourceMessage) => void;
  readonly clock: Clock;
  /** It left, or has been silent for too long. */
  readonly onLeave: () => void;
}

/** Something that a panel follows. It is told once and then asks again, so that nothing queues up. */
interface Followed {
  stop: () => void;
  /** The panel waits to be told. */
  isAwaited: boolean;
  /** It changed while the panel did not wait. */
  isDue: boolean;
  /** Gives whether there was something to tell. */
  tell: () => boolean;
}

/** Answers one panel. Nothing is computed or kept for it but what it asked for. */
function servedPanel({ sourceAt, post, clock, onLeave }: ServedPanelOptions) {
  const running = new Map<number, AbortController>();
  const followed = new Map<number, Followed>();
  /** The state as this panel holds it. */
  let held: { readonly version: number; readonly state: DevtoolsState } | undefined;
  let lastVersion = 0;
  let stopWaiting: (() => void) | undefined;

  function hold(state: DevtoolsState): number {
    lastVersion += 1;
    held = { version: lastVersion, state };
    return lastVersion;
  }

  async function answer(id: number, work: (signal: AbortSignal) => Answer<unknown>): Promise<void> {
    const controller = new AbortController();
    running.set(id, controller);
    let stopBeating: (() => void) | undefined;
    try {
      const coming = work(controller.signal);
      if (coming instanceof Promise) {
        const sayWorking = () => post({ type: 'working', id });
        sayWorking();
        stopBeating = every(clock, ALIVE_MS, sayWorking);
      }
      const value = await coming;
      if (!controller.signal.aborted) post({ type: 'answer', id, value });
    } catch (error) {
      if (!controller.signal.aborted) post({ type: 'failure', id, error: sentError(error) });
    } finally {
      stopBeating?.();
      running.delete(id);
    }
  }

  async function attach(past: number | undefined): Promise<AttachedSource | undefined> {
    const source = await sourceAt(past);
    if (!source) return undefined;
    const state = source.getState();
    return {
      name: source.name,
      ...(source.sessionId === undefined ? {} : { sessionId: source.sessionId }),
      ...(source.past && { past: source.past }),
      shape: shapeOf(source),
      state,
      version: past === undefined ? hold(state) : 0,
    };
  }

  async function call(
    { past, path, args, signalAt }: PanelMessage & { readonly type: 'call' },
    signal: AbortSignal,
  ): Promise<unknown> {
    const source = await sourceAt(past);
    if (!source) throw new Error(`Call ${past} is not kept any more.`);
    const member = memberAt(source, path, 'call');
    if (!member) throw new Error(`The page with this memory has no \`${path.join('.')}\`.`);
    return member(
      ...args.map((given, place) =>
        place === signalAt && typeof given === 'object' ? { ...given, signal } : given,
      ),
    );
  }

  /** Sends the state where it is another one than the panel holds. */
  function tellState(id: number, source: DevtoolsSource): boolean {
    const state = source.getState();
    if (held?.state === state) return false;
    const base = held?.version ?? 0;
    const change = held ? changeOf(held.state, state) : { kind: 'whole', value: state };
    const version = hold(state);
    post({ type: 'news', id, state: { version, base, change } });
    return true;
  }

  function tellNews(id: number): boolean {
    post({ type: 'news', id });
    return true;
  }

  function tellIfAwaited(id: number, one: Followed): void {
    if (!one.isDue || !one.isAwaited) return;
    one.isDue = false;
    try {
      one.isAwaited = !one.tell();
    } catch (error) {
      // A state that cannot be cloned is this panel's trouble, and not the memory's.
      post({ type: 'failure', id, error: sentError(error) });
    }
  }

  async function follow(id: number, past: number | undefined, path: MemberPath): Promise<void> {
    const isState = path.length === 0;
    const one: Followed = {
      stop: () => followed.delete(id),
      isAwaited: true,
      isDue: false,
      // Nothing before it is followed.
      tell: () => false,
    };
    followed.set(id, one);
    const source = await sourceAt(past);
    if (!source || followed.get(id) !== one) return;
    one.tell = () => (isState ? tellState(id, source) : tellNews(id));
    one.isDue = isState;
    const changed = () => {
      if (one.isDue) return;
      one.isDue = true;
      // Many changes of one task are one.
      queueMicrotask(() => followed.get(id) === one && tellIfAwaited(id, one));
    };
    const stop = isState ? source.subscribe(changed) : memberAt(source, path, 'follow')?.(changed);
    one.stop = () => {
      followed.delete(id);
      if (typeof stop === 'function') stop();
    };
    tellIfAwaited(id, one);
  }

  function goOnFollowing(message: PanelMessage & { readonly type: 'follow' }): void {
    const { id, past, path, version } = message;
    // It holds another state than it was sent, or none: it gets the whole.
    if (path.length === 0 && past === undefined && version !== held?.version) held = undefined;
    const one = followed.get(id);
    if (!one) {
      void follow(id, past, path);
      return;
    }
    one.isAwaited = true;
    if (path.length === 0) one.isDue = true;
    tellIfAwaited(id, one);
  }

  function close(): void {
    stopWaiting?.();
    for (const controller of running.values()) controller.abort();
    for (const { stop } of [...followed.values()]) stop();
    held = undefined;
  }

  function leave(): void {
    close();
    onLeave();
  }

  function take(message: PanelMessage): void {
    stopWaiting?.();
    stopWaiting = after(clock, SILENCE_MS, leave);
    switch (message.type) {
      case 'attach':
        void answer(message.id, () => attach(message.past));
        return;
      case 'call':
        void answer(message.id, (signal) => call(message, signal));
        return;
      case 'abort':
        running.get(message.id)?.abort();
        return;
      case 'follow':
        goOnFollowing(message);
        return;
      case 'unfollow':
        followed.get(message.id)?.stop();
        return;
      case 'alive':
        post({ type: 'alive' });
        return;
      case 'leave':
        leave();
        return;
      case 'look':
        return;
      default:
        message satisfies never;
    }
  }

  return { take, close };
}
