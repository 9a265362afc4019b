import {
  type Block,
  type MemoryRuns,
  type Recalled,
  type RunOutline,
  recalledIn,
} from '@agent-memory/agent';
import type { MemoryEvent } from '@agent-memory/core';
import type { Answer, InspectableMemory } from './inspectable-memory.ts';

/**
 * The part of a session's runs that the panel uses. It reads; `setTitle` is called only when a person
 * saves a title.
 */
export type InspectableRuns = Pick<MemoryRuns, 'runs' | 'request' | 'block' | 'setTitle'>;

/**
 * The runs of the session. An implementation owes what `DevtoolsSource` owes: answers that can be
 * cloned, functions that are bound, and nothing done while nobody asks.
 */
export interface RunsSource {
  /** Calls the listener when runs, blocks or titles may be others than before. */
  readonly subscribe: (listener: () => void) => () => void;
  /** Places and figures of all runs, in their order. */
  readonly list: () => Answer<readonly RunOutline[]>;
  /** The beginning of a run's request; '' where no message of the user began it. */
  readonly request: (number: number) => Answer<string>;
  /** The block that a run has become; `undefined` while it continues. */
  readonly block: (number: number) => Answer<Block | undefined>;
  /** Sets a block's line by hand; `undefined` takes it away. Rejects with the reason where it cannot. */
  readonly setTitle: (number: number, title: string | undefined) => Promise<void>;
  /** The originals that the message at this place brings back; `undefined` if it brings back nothing. */
  readonly recalled: (seq: number) => Answer<Recalled | undefined>;
}

/** The part of a memory that its runs are followed by. */
type RunsHost = Pick<InspectableMemory, 'onEvent' | 'entries'>;

const CHANGES: ReadonlySet<MemoryEvent['type']> = new Set([
  'session-load',
  'entry-append',
  'head-move',
  'part-update',
  'usage-report',
]);

/** The runs of a memory of the same page as a source. */
export function runsSource(memory: RunsHost, runs: InspectableRuns): RunsSource {
  return {
    subscribe: (listener) => memory.onEvent(({ type }) => CHANGES.has(type) && listener()),
    list: () => runs.runs(),
    request: (number) => runs.request(number),
    block: (number) => runs.block(number),
    setTitle: (number, title) => runs.setTitle(number, title),
    recalled: (seq) => recalledAt(memory, seq),
  };
}

function recalledAt(memory: RunsHost, seq: number): Recalled | undefined {
  const [entry] = memory.entries({ fromSeq: seq, toSeq: seq + 1 });
  if (entry?.message.role !== 'tool') return undefined;
  return recalledIn(entry.message, memory.entries({ fromSeq: entry.unitStart, toSeq: seq }));
}
