import { type Clock, systemClock } from '@agent-memory/core';
import { type KnownNames, refuseUnknown } from '@agent-memory/core/internal';
import type { Answer } from '../source/answer.ts';
import type { DevtoolsSource } from '../source/devtools-source.ts';
import type { DevtoolsChannel } from './channel.ts';
import {
  opened,
  PROTOCOL_VERSION,
  readPanelMessage,
  type SourceMessage,
  sealed,
} from './messages.ts';
import { type ServedPanel, servedPanel } from './served-panel.ts';
import { createPeerId } from './timing.ts';

/** Options of `serveSource`. */
export interface ServeOptions {
  /** Shown where sources are listed. Default: the source's name. */
  readonly name?: string;
  /** The page it is on, shown beside the name. Default: the document's title. */
  readonly page?: string;
  /** Default: the platform's. */
  readonly clock?: Clock;
}

const OPTIONS = { name: true, page: true, clock: true } as const satisfies KnownNames<ServeOptions>;

/** Pasts that are kept for panels that look at them; others are made anew when asked for. */
const KEPT_PASTS = 8;

/**
 * Answers panels elsewhere with a source of this page, until the function that it gives is called [DEV-8].
 *
 * - Nothing is subscribed, computed or sent while no panel asks; a panel that falls silent is let go.
 * - A state goes out as a change of the one that the panel has, and the next one when it asks for it:
 *   however much happens, nothing queues up.
 * - Texts go out when they are asked for. What changes the session is what the panel's buttons do.
 * - Messages that are none of ours, damaged or hostile are ignored.
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
  const panels = new Map<string, ServedPanel>();
  const sourceAt = keptPasts(source);

  const postTo = (to: string | undefined, body: SourceMessage) =>
    channel.post(sealed(ownId, to, body));
  const announceTo = (to: string | undefined) =>
    postTo(to, { type: 'source', name, page: options.page ?? documentTitle() });

  function panelOf(id: string): ServedPanel {
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
