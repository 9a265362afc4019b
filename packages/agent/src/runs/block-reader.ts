import type { Entry } from '@agent-memory/core';
import { type Block, blockOf } from './block.ts';
import { type Run, RunLog, type RunSource } from './run-log.ts';

/** A block as it was read, and by what it could have changed. */
interface ReadBlock {
  readonly block: Block;
  readonly title: string | undefined;
  readonly fromSeq: number;
  readonly toSeq: number;
}

/** The blocks of one conversation. One that was read once costs nothing until it changes. */
export class BlockReader {
  readonly log: RunLog;
  readonly #source: RunSource;
  readonly #read = new Map<string, ReadBlock>();

  constructor(source: RunSource) {
    this.#source = source;
    this.log = new RunLog(source);
  }

  /** How many closed runs there are. */
  get count(): number {
    const runs = this.log.count;
    return runs > 0 && this.log.run(runs)?.isClosed === false ? runs - 1 : runs;
  }

  /** The block of this number; `undefined` where there is none, or its run continues. */
  block(number: number): Block | undefined {
    const run = this.log.run(number);
    return run?.isClosed ? this.#blockOf(number, run) : undefined;
  }

  /** The entries of a run. */
  entriesOf({ fromSeq, toSeq }: Run): readonly Entry[] {
    return this.#source.entries(fromSeq, toSeq);
  }

  #blockOf(number: number, run: Run): Block {
    const { firstId, fromSeq, toSeq } = run;
    const title = this.#source.marks().titles[firstId];
    const known = this.#read.get(firstId);
    const isSame = known?.title === title && known?.fromSeq === fromSeq && known.toSeq === toSeq;
    if (known && isSame && known.block.number === number) return known.block;
    const block = blockOf(number, run, this.entriesOf(run), title);
    if (this.#read.size >= MOST_READ) this.#read.clear();
    this.#read.set(firstId, { block, title, fromSeq, toSeq });
    return block;
  }
}

const MOST_READ = 1_000;
