import { type Clock, systemClock } from '@agent-memory/core';
import type { DevtoolsChannel } from './channel.ts';
import { opened, PROTOCOL_VERSION, readSourceMessage, sealed } from './messages.ts';
import { ANSWER_MS, after, createPeerId } from './timing.ts';

/** A source that answered. */
export interface FoundSource {
  readonly id: string;
  readonly name: string;
  /** The title of its page; '' where it has none. */
  readonly page: string;
  /** Why it cannot be shown here: its page has another version of the devtools. */
  readonly problem?: string;
}

/** The sources on a channel, as they come and go. */
export interface FoundSources {
  /** In the order in which they answered; the same list until something changes. */
  readonly getState: () => readonly FoundSource[];
  readonly subscribe: (listener: () => void) => () => void;
  /** Asks anew who is there. Whoever gives no answer within 10 s leaves the list. */
  readonly look: () => void;
  readonly stop: () => void;
}

/**
 * Asks who is there on a channel, and hears of those that come later.
 *
 * @example
 * const found = findSources(tabChannel());
 * found.subscribe(() => console.log(found.getState().map(({ name, page }) => `${name}, ${page}`)));
 */
export function findSources(channel: DevtoolsChannel, clock: Clock = systemClock): FoundSources {
  const ownId = createPeerId();
  const listeners = new Set<() => void>();
  const silent = new Set<string>();
  let sources: readonly FoundSource[] = [];
  let stopWaiting: (() => void) | undefined;

  function become(next: readonly FoundSource[]): void {
    sources = next;
    for (const listener of listeners) listener();
  }

  function add(source: FoundSource): void {
    silent.delete(source.id);
    const known = sources.find(({ id }) => id === source.id);
    if (!known) become([...sources, source]);
    else if (known.name !== source.name || known.page !== source.page) {
      become(sources.map((one) => (one === known ? source : one)));
    }
  }

  function remove(ids: ReadonlySet<string>): void {
    if (sources.some(({ id }) => ids.has(id))) become(sources.filter(({ id }) => !ids.has(id)));
  }

  const stopListening = channel.listen((message) => {
    const envelope = opened(message);
    if (!envelope || (envelope.to !== undefined && envelope.to !== ownId)) return;
    const { from: id, version, body } = envelope;
    const said = readSourceMessage(body);
    if (said?.type === 'gone') remove(new Set([id]));
    if (said?.type !== 'source') return;
    const problem = versionProblem(version);
    add({ id, name: said.name, page: said.page, ...(problem !== undefined && { problem }) });
  });

  function look(): void {
    for (const { id } of sources) silent.add(id);
    stopWaiting?.();
    stopWaiting = after(clock, ANSWER_MS, () => {
      remove(silent);
      silent.clear();
    });
    channel.post(sealed(ownId, undefined, { type: 'look' }));
  }
  look();

  return {
    getState: () => sources,
    subscribe: (listener) => {
      const own = () => listener();
      listeners.add(own);
      return () => void listeners.delete(own);
    },
    look,
    stop: () => {
      stopWaiting?.();
      stopListening();
    },
  };
}

/**
 * The id of the first source that answers.
 * @throws Error in words if none does within 10 s, or the first is of another version.
 */
export function firstSource(channel: DevtoolsChannel, clock: Clock): Promise<string> {
  return new Promise((resolve, reject) => {
    const found = findSources(channel, clock);
    const stopWaiting = after(clock, ANSWER_MS, () => {
      found.stop();
      reject(
        new Error(
          `No page answered within ${ANSWER_MS / 1000} s. Open the page with the memory in the same browser, with its devtools on.`,
        ),
      );
    });
    function take(): void {
      const [first] = found.getState();
      if (!first) return;
      stopWaiting();
      found.stop();
      if (first.problem === undefined) resolve(first.id);
      else reject(new Error(first.problem));
    }
    found.subscribe(take);
    take();
  });
}

function versionProblem(version: number): string | undefined {
  if (version === PROTOCOL_VERSION) return undefined;
  const age = version > PROTOCOL_VERSION ? 'newer' : 'older';
  const side = version > PROTOCOL_VERSION ? 'this page' : 'that page';
  return `Its page has a ${age} version of the devtools (protocol ${version}; here ${PROTOCOL_VERSION}). Update @agent-memory/devtools in ${side}.`;
}
