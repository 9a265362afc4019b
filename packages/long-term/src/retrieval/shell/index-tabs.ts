import { type Clock, systemClock } from '@agent-memory/core';
import { createIdMaker, threads } from '@agent-memory/core/internal';
import type { EngineHost } from '../worker/engine-host.ts';
import type { SegmentWriter } from './segment-writer.ts';

/** Longest wait for the tab that stores the index; one that is well answers within milliseconds. */
const PATIENCE_MS = 2000;

/** PERSISTED in the sense that tabs of two releases may run side by side: a question between tabs. */
interface Question {
  readonly ask: string;
  /** Documents that have to be in no search and in no segment. */
  readonly ids: readonly string[];
  /** The asking tab has taken them out of the storage of the other one by itself. */
  readonly isTakenOut: boolean;
}

interface Answer {
  readonly answered: string;
}

/** The parts of an index that its tabs need. */
export interface IndexTabsParts {
  readonly host: EngineHost;
  readonly writer: SegmentWriter;
  readonly clock: Clock;
}

/**
 * Word between the tabs that have one index open, of which one stores it [LTM-8].
 *
 * - What one tab removes, the storing one removes too, and answers when its storage has no word of it.
 * - One that does not answer in time may be busy, or about to end: then the asking tab takes the
 *   documents out of the storage by itself. From then on it does not wait for that tab, until it
 *   speaks again.
 * - A storing tab that hears of that late writes all it has again: the two may have written at once.
 */
export class IndexTabs {
  readonly #parts: IndexTabsParts;
  readonly #questions = new Map<string, Question>();
  readonly #waiting = new Map<string, (isAnswered: boolean) => void>();
  /** Pages without https have no `crypto.randomUUID`. */
  readonly #createAsk = createIdMaker(systemClock);
  #channel: threads.TabChannel | undefined;
  #isSilent = false;

  constructor(name: string, parts: IndexTabsParts) {
    this.#parts = parts;
    this.#channel = threads.openTabChannel(name, (message) => this.#hear(message));
  }

  /**
   * Resolves when no tab stores a word of what this one has removed.
   * @throws the error of the storage, where this tab had to take it out by itself.
   */
  async noteRemoved(ids: readonly string[]): Promise<void> {
    const { writer } = this.#parts;
    if (!writer.isTheirs) return this.#answer();
    if (!this.#isSilent && (await this.#ask(ids))) return;
    // Its tab may have closed meanwhile.
    if (!writer.isTheirs) return writer.settle();
    await writer.takeOut(ids);
    this.#send({ ask: this.#createAsk(), ids, isTakenOut: true });
  }

  /** The tab that stored the index has let go: nobody will answer. */
  noteTurn(): void {
    this.#isSilent = false;
    for (const end of [...this.#waiting.values()]) end(false);
  }

  close(): void {
    this.#channel?.close();
    this.#channel = undefined;
    this.noteTurn();
  }

  /** True when the storing tab has answered; false when it has not in time. */
  #ask(ids: readonly string[]): Promise<boolean> {
    if (this.#channel === undefined) return Promise.resolve(false);
    const { clock } = this.#parts;
    const timers = clock.startTimer === undefined ? systemClock : clock;
    const ask = this.#createAsk();
    return new Promise((resolve) => {
      const end = (isAnswered: boolean) => {
        this.#waiting.delete(ask);
        stopTimer?.();
        resolve(isAnswered);
      };
      const stopTimer = timers.startTimer?.(() => {
        this.#isSilent = true;
        end(false);
      }, PATIENCE_MS);
      this.#waiting.set(ask, end);
      this.#send({ ask, ids, isTakenOut: false });
    });
  }

  #hear(data: unknown): void {
    if (isAnswer(data)) {
      this.#isSilent = false;
      this.#waiting.get(data.answered)?.(true);
    }
    if (!isQuestion(data) || this.#parts.writer.isElsewhere) return;
    this.#questions.set(data.ask, data);
    // Where the storage or the worker fails, no answer comes, and the asking tab acts by itself.
    this.#answer().catch(() => undefined);
  }

  /** Answers the questions about documents that are gone from here. */
  async #answer(): Promise<void> {
    const { host, writer } = this.#parts;
    if (this.#questions.size === 0 || writer.isElsewhere) return;
    const there = new Set(await host.ids());
    const ready = [...this.#questions.values()].filter(
      ({ ids }) => !ids.some((id) => there.has(id)),
    );
    if (ready.length === 0) return;
    if (ready.some(({ isTakenOut }) => isTakenOut)) await writer.writeAnew();
    else await writer.write();
    if (writer.problem !== undefined) return;
    for (const { ask } of ready) {
      this.#questions.delete(ask);
      this.#send({ answered: ask });
    }
  }

  #send(message: Question | Answer): void {
    this.#channel?.tell(message);
  }
}

function isQuestion(data: unknown): data is Question {
  if (typeof data !== 'object' || data === null) return false;
  const ids: unknown = Reflect.get(data, 'ids');
  return (
    typeof Reflect.get(data, 'ask') === 'string' &&
    typeof Reflect.get(data, 'isTakenOut') === 'boolean' &&
    Array.isArray(ids) &&
    ids.every((id) => typeof id === 'string')
  );
}

function isAnswer(data: unknown): data is Answer {
  if (typeof data !== 'object' || data === null) return false;
  return typeof Reflect.get(data, 'answered') === 'string';
}
