import { type Entry, toolCallsOf, toolResultsOf } from '@agent-memory/core';
import { stepOf } from '@agent-memory/core/internal';
import { MOST_MARKS, type RunMarks } from './run-marks.ts';

/** One request of the user handled by the agent: entries from `fromSeq` up to `toSeq`, exclusive [RUN-1]. */
export interface Run {
  readonly fromSeq: number;
  readonly toSeq: number;
  /** The id of its first entry. */
  readonly firstId: string;
  /** Results of tools and replies in it. */
  readonly steps: number;
  /** No entry joins it any more: another one has begun, or it was ended. */
  readonly isClosed: boolean;
}

/** The session as a run log reads it. */
export interface RunSource {
  entries(fromSeq: number, toSeq: number): readonly Entry[];
  marks(): RunMarks;
}

interface Begin {
  readonly seq: number;
  readonly id: string;
  steps: number;
}

/** So many entries are read at once. */
const CHUNK = 4_096;

/**
 * The runs of the conversation, read once: a call costs what came since the last one. Where the
 * conversation went on elsewhere, or runs were marked otherwise, it is read again.
 */
export class RunLog {
  readonly #source: RunSource;
  #marks: RunMarks | undefined;
  #begins: Begin[] = [];
  #starts: string[] = [];
  #joined: string[] = [];
  #openCalls = new Set<string>();
  #last: Entry | undefined;
  #length = 0;
  #isMarkedOpen = false;

  constructor(source: RunSource) {
    this.#source = source;
  }

  /** How many runs there are, the one that continues included. */
  get count(): number {
    this.#read();
    return this.#begins.length;
  }

  /** The run of this number, from 1. */
  run(number: number): Run | undefined {
    this.#read();
    return this.#runAt(number - 1);
  }

  /** All runs in their order. */
  runs(): readonly Run[] {
    this.#read();
    return this.#begins.flatMap((_, index) => this.#runAt(index) ?? []);
  }

  /** The id of the newest entry; `null` where there is none. */
  headId(): string | null {
    this.#read();
    return this.#last?.id ?? null;
  }

  /** The marks by which the runs stand as they do, whatever was open or ended. */
  settledMarks(): Pick<RunMarks, 'starts' | 'joined' | 'titles'> {
    this.#read();
    const { starts, joined, titles } = this.#source.marks();
    // Those of other branches hold when the conversation continues there.
    const withOthers = (own: readonly string[], all: readonly string[]) =>
      [...new Set([...all, ...own])].slice(-MOST_MARKS);
    return {
      starts: withOthers(this.#starts, starts),
      joined: withOthers(this.#joined, joined),
      titles,
    };
  }

  #runAt(index: number): Run | undefined {
    const begin = this.#begins[index];
    if (!begin) return undefined;
    const next = this.#begins[index + 1];
    const isEnded = this.#marks?.endedAt !== undefined && this.#marks.endedAt === this.#last?.id;
    return {
      fromSeq: begin.seq,
      toSeq: next?.seq ?? this.#length,
      firstId: begin.id,
      steps: begin.steps,
      isClosed: next !== undefined || (isEnded && !this.#isMarkedOpen),
    };
  }

  #read(): void {
    const marks = this.#source.marks();
    if (marks !== this.#marks || !this.#goesOn()) this.#beginAnew(marks);
    const starts = new Set(marks.starts);
    const joined = new Set(marks.joined);
    for (;;) {
      const chunk = this.#source.entries(this.#length, this.#length + CHUNK);
      for (const entry of chunk) this.#take(entry, marks, starts, joined);
      if (chunk.length < CHUNK) return;
    }
  }

  /** Tells whether all that was read is still the start of the conversation. */
  #goesOn(): boolean {
    if (!this.#last) return true;
    return this.#source.entries(this.#length - 1, this.#length)[0]?.id === this.#last.id;
  }

  #beginAnew(marks: RunMarks): void {
    this.#marks = marks;
    this.#begins = [];
    this.#starts = [];
    this.#joined = [];
    this.#openCalls = new Set();
    this.#last = undefined;
    this.#length = 0;
    this.#isMarkedOpen = marks.open?.afterId === null;
  }

  #take(
    entry: Entry,
    { open, endedAt }: RunMarks,
    starts: ReadonlySet<string>,
    joined: ReadonlySet<string>,
  ): void {
    const before = this.#last;
    const isInferred = this.#isRequest(entry);
    const isFirstMarked = this.#isMarkedOpen && (before?.id ?? null) === (open?.afterId ?? null);
    const isWithin = this.#isMarkedOpen && !isFirstMarked;
    const isBehindEnd = before !== undefined && before.id === endedAt;
    const isMarked = isFirstMarked || isBehindEnd || starts.has(entry.id);
    const begins = !isWithin && (isMarked || (isInferred && !joined.has(entry.id)));
    if (begins && !isInferred) this.#starts.push(entry.id);
    if (isInferred && !begins) this.#joined.push(entry.id);
    if (begins) this.#begins.push({ seq: entry.seq, id: entry.id, steps: 0 });
    const run = this.#begins.at(-1);
    if (run && stepOf(entry.message)) run.steps += 1;
    if (open && entry.id === open.afterId) this.#isMarkedOpen = true;
    this.#noteCalls(entry);
    this.#last = entry;
    this.#length = entry.seq + 1;
  }

  /**
   * A message of the user asks for something new behind a message of another, unless a call waits for
   * its result: then it speaks of what is being done. What precedes the first one belongs to it.
   */
  #isRequest({ message }: Entry): boolean {
    if (message.role === 'system') return false;
    if (this.#begins.length === 0) return true;
    const isBehindAnother = this.#last?.message.role !== 'user';
    return message.role === 'user' && isBehindAnother && this.#openCalls.size === 0;
  }

  #noteCalls({ message }: Entry): void {
    if (message.role === 'assistant' && message.continues !== true) this.#openCalls.clear();
    for (const { callId } of toolCallsOf(message)) this.#openCalls.add(callId);
    for (const { callId } of toolResultsOf(message)) this.#openCalls.delete(callId);
  }
}
