import {
  type AbortSignalLike,
  type AgentMemory,
  type Entry,
  type Message,
  textOf,
  toolCallsOf,
} from '@agent-memory/core';
import { inSlices, type Steps } from '@agent-memory/core/internal';
import { type Piece, piecesOf, toolNamesIn } from '../pieces.ts';
import { isRecalled } from '../quotation.ts';
import { comparable, type FoundMessage, type Line, linesOf, rankedLines } from './excerpts.ts';
import { MessageIndex } from './message-index.ts';
import { valuesIn } from './result-page.ts';

/** Lines that answer a query, and the texts that they are of. */
export interface SearchResult {
  readonly lines: readonly Line[];
  /** Whether anything fits, be it in sight already. */
  readonly isAnything: boolean;
  piecesOf(seq: number): readonly Piece[];
}

/** Messages whose lines are ranked. */
const MOST_MESSAGES = 60;
const CHUNK = 256;
/** An answer has the words of what it answers, and is seldom what is looked for. */
const ANSWER_WORTH = 0.5;
/** A result is found by the arguments of its call too, as far as these. */
const CALL_CHARACTERS = 300;

/**
 * Searches the originals of one conversation by words. The index is made at the first search and grows
 * with the conversation; where that went on elsewhere, it is made again.
 */
export class SessionSearch {
  readonly #memory: Pick<AgentMemory<unknown>, 'entries'>;
  #index = new MessageIndex();
  #lastId: string | undefined;

  constructor(memory: Pick<AgentMemory<unknown>, 'entries'>) {
    this.#memory = memory;
  }

  /**
   * @param seen the messages of the context: what they say to the letter is in sight already.
   * @throws the signal's reason if it aborts.
   */
  search(
    query: string,
    seen: readonly Message[],
    signal: AbortSignalLike | undefined,
  ): Promise<SearchResult> {
    return inSlices(this.#searching(query, seen), { signal });
  }

  *#searching(query: string, seen: readonly Message[]): Steps<SearchResult> {
    yield* this.#indexing();
    const weights = this.#index.weigh(query);
    const seenLines = yield* linesIn(seen);
    const seenWhole = new Set(seen);
    const found: FoundMessage[] = [];
    const best = this.#index.best(weights, MOST_MESSAGES + seen.length);
    for (const { seq, score } of best) {
      if (found.length === MOST_MESSAGES) break;
      yield;
      const [entry] = this.#memory.entries({ fromSeq: seq, toSeq: seq + 1 });
      if (!entry || seenWhole.has(entry.message)) continue;
      found.push({ seq, score, pieces: this.#piecesOf(entry) });
    }
    const lines = yield* rankedLines(found, weights, (line) => seenLines.has(line));
    const pieces = new Map(found.map((one) => [one.seq, one.pieces]));
    return { lines, isAnything: best.length > 0, piecesOf: (seq) => pieces.get(seq) ?? [] };
  }

  *#indexing(): Steps<void> {
    if (!this.#goesOn()) {
      this.#index = new MessageIndex();
      this.#lastId = undefined;
    }
    for (;;) {
      const from = this.#index.length;
      const entries = this.#memory.entries({ fromSeq: from, toSeq: from + CHUNK });
      for (const entry of entries) {
        // Another search may have gone on while this one paused.
        if (entry.seq !== this.#index.length) break;
        const isAnswer =
          entry.message.role === 'assistant' && toolCallsOf(entry.message).length === 0;
        this.#index.add(this.#searchable(entry), isAnswer ? ANSWER_WORTH : 1);
        this.#lastId = entry.id;
        yield;
      }
      if (entries.length < CHUNK && this.#index.length >= from + entries.length) return;
    }
  }

  #goesOn(): boolean {
    if (this.#lastId === undefined) return true;
    const at = this.#index.length - 1;
    return this.#memory.entries({ fromSeq: at, toSeq: at + 1 })[0]?.id === this.#lastId;
  }

  /** System messages stand in every context, and what was recalled has an original elsewhere. */
  #searchable({ message, unitStart, seq }: Entry): string {
    if (message.role === 'system' || isRecalled(message)) return '';
    const own = [textOf(message), ...toolCallsOf(message).map(callText)].join('\n');
    if (message.role !== 'tool') return own;
    const calls = this.#memory
      .entries({ fromSeq: unitStart, toSeq: seq })
      .flatMap((one) => toolCallsOf(one.message));
    const asked = calls.map(callText).join('\n').slice(0, CALL_CHARACTERS);
    return `${own}\n${asked}`;
  }

  #piecesOf(entry: Entry): readonly Piece[] {
    return piecesOf(
      entry,
      toolNamesIn(this.#memory.entries({ fromSeq: entry.unitStart, toSeq: entry.seq + 1 })),
    );
  }
}

function callText({ toolName, arguments: json }: { toolName: string; arguments: string }): string {
  return `${toolName} ${json}`;
}

function* linesIn(messages: readonly Message[]): Steps<ReadonlySet<string>> {
  const lines = new Set<string>();
  for (const message of messages) {
    yield;
    for (const text of [textOf(message), ...toolCallsOf(message).map((call) => call.arguments)]) {
      for (const line of linesOf(text)) lines.add(comparable(line.text));
    }
  }
  return lines;
}

/** The names and values that stand in messages. */
export function valuesSeen(messages: readonly Message[]): ReadonlySet<string> {
  return new Set(
    messages.flatMap((message) =>
      [textOf(message), ...toolCallsOf(message).map((call) => call.arguments)].flatMap(valuesIn),
    ),
  );
}
