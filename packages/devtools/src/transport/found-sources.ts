import { type Clock, systemClock } from '@agent-memory/core';
import { changeListeners } from '../source/change-listeners.ts';
import { ANSWER_MS, after, createPeerId, type DevtoolsChannel } from './channel.ts';
import { opened, PROTOCOL_VERSION, readSourceMessage, sealed } from './messages.ts';

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
  /** Asks again who is there. Anyone who gives no answer within 10 s leaves the list. */
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
  const { tell, subscribe } = changeListeners();
  const silent = new Set<string>();
  let sources: readonly FoundSource[] = [];
  let stopWaiting: (() => void) | undefined;

  function become(next: readonly FoundSource[]): void {
    sources = next;
    tell();
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
    subscribe,
    look,
    stop: () => {
      stopWaiting?.();
      stopListening();
    },
  };
}

function versionProblem(version: number): string | undefined {
  if (version === PROTOCOL_VERSION) return undefined;
  const age = version > PROTOCOL_VERSION ? 'newer' : 'older';
  const side = version > PROTOCOL_VERSION ? 'this page' : 'that page';
  return `Its page has a ${age} version of the devtools (protocol ${version}; here ${PROTOCOL_VERSION}). Update @agent-memory/devtools in ${side}.`;
}
