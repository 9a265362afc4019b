import { InvalidOptionError } from '../errors/errors.ts';
import { type KnownNames, refuseUnknown } from '../errors/refuse-unknown.ts';
import { runToEnd, type Steps } from '../platform/steps.ts';
import { steppable } from './count-in-steps.ts';
import type { TiktokenEncoding } from './encoding-names.ts';
import { encodingOfModel } from './encoding-of-model.ts';
import { createByteMerger, mergingBytes } from './merge-bytes.ts';
import { createPieceMemo } from './piece-memo.ts';
import { buildRankTable, hashOf, type RankTable } from './rank-table.ts';
import { type PieceEnd, splitterOfCl100k, splitterOfO200k } from './split-pieces.ts';
import type { TokenCounter } from './token-counter.ts';
import { MOST_BYTES_PER_UNIT, writeUtf8 } from './utf8.ts';

/** The encoding of `loadTiktokenCounter`, and the way it lets go of the thread while it loads. */
export interface TiktokenCounterOptions {
  /** Default `o200k_base`, the encoding of GPT-4o and newer; `cl100k_base` is that of GPT-4. */
  readonly encoding?: TiktokenEncoding;
  /**
   * Name of the model that the counts are for, e.g. `gpt-4o`. It chooses the encoding where none is
   * named. Where the model's own encoding is another one, or is not known, the counter's figures are
   * labelled `estimated`. Without a model they are `counted`: the caller knows the encoding.
   */
  readonly model?: string;
  /**
   * Awaited between slices of the set-up, each a few milliseconds long: give it a timer or
   * `scheduler.yield` on a thread that draws. Without it the set-up runs in one go.
   */
  readonly pause?: () => Promise<void>;
}

const OPTIONS = {
  encoding: true,
  model: true,
  pause: true,
} as const satisfies KnownNames<TiktokenCounterOptions>;

interface EncodingSource {
  readonly splitter: () => PieceEnd;
  readonly loadRanks: () => Promise<{ readonly default: { readonly bpe_ranks: string } }>;
}

// The specifiers are literals, so that a bundler makes a chunk of its own of each set of ranks.
const encodings: Readonly<Record<TiktokenEncoding, EncodingSource>> = {
  o200k_base: {
    splitter: splitterOfO200k,
    loadRanks: () => import('js-tiktoken/ranks/o200k_base'),
  },
  cl100k_base: {
    splitter: splitterOfCl100k,
    loadRanks: () => import('js-tiktoken/ranks/cl100k_base'),
  },
};

/** An exact counter, which remembers the pieces of words it met. */
export interface TiktokenCounter extends TokenCounter {
  readonly encoding: TiktokenEncoding;
  /** Forgets the remembered pieces. Counts stay the same; pieces that come again are merged anew. */
  forget(): void;
}

const loads = new Map<TiktokenEncoding, Promise<TiktokenCounter>>();

/**
 * Loads an exact counter: the same figure as js-tiktoken's `encode(text, [], []).length`, without
 * the tokens [TOK-1].
 *
 * - All calls for one encoding share one load and what is remembered; the first call's `pause` is
 *   used.
 * - A load that failed is forgotten: the next call tries again.
 * - Rejects with `InvalidOptionError` for an encoding or an option that is not known, else with what the import
 *   or `pause` failed with.
 *
 * Only the ranks of js-tiktoken are used, not its class: that one blocks for about a second while
 * it starts, keeps every token twice, joins numbers to strings for each lookup and takes quadratic
 * time on a long piece.
 *
 * @example
 * const tokenCounter = await loadTiktokenCounter({ model: 'gpt-4o' });
 * tokenCounter.count('Where is order ZFA04Y?');
 */
export function loadTiktokenCounter(
  options: TiktokenCounterOptions = {},
): Promise<TiktokenCounter> {
  try {
    refuseUnknown(options, OPTIONS, 'loadTiktokenCounter');
  } catch (error) {
    return Promise.reject(error);
  }
  const ofModel = options.model === undefined ? undefined : encodingOfModel(options.model);
  const encoding = options.encoding ?? ofModel?.encoding ?? 'o200k_base';
  const load = loadOnce(encoding, options.pause);
  if (ofModel === undefined || (ofModel.isExact && ofModel.encoding === encoding)) return load;
  return load.then((counter) => ({ ...counter, source: 'estimated' }));
}

function loadOnce(
  encoding: TiktokenEncoding,
  pause: TiktokenCounterOptions['pause'],
): Promise<TiktokenCounter> {
  const known = loads.get(encoding);
  if (known !== undefined) return known;
  const load = loadCounter(encoding, pause).catch((error: unknown) => {
    loads.delete(encoding);
    throw error;
  });
  loads.set(encoding, load);
  return load;
}

async function loadCounter(
  encoding: TiktokenEncoding,
  pause: TiktokenCounterOptions['pause'],
): Promise<TiktokenCounter> {
  if (!Object.hasOwn(encodings, encoding)) {
    throw new InvalidOptionError(
      'encoding',
      `is \`${String(encoding)}\`, which has no ranks here; known: ${Object.keys(encodings).join(', ')}.`,
    );
  }
  const { splitter, loadRanks } = encodings[encoding];
  const { default: source } = await loadRanks();
  await pause?.();
  const table = await buildRankTable(source.bpe_ranks, { pause });
  return { encoding, source: 'counted', ...createCount(table, splitter()) };
}

/** Code units that are counted in one step. */
const CHARACTERS_PER_STEP = 2_048;

/** Code units up to which pieces share one buffer. A longer one is no token, and gets its own. */
const SHARED_UNITS = 1_024;

function createCount(
  table: RankTable,
  pieceEnd: PieceEnd,
): Pick<TiktokenCounter, 'count' | 'forget'> {
  const merge = createByteMerger(table);
  const memo = createPieceMemo();
  const shared = new Uint8Array(SHARED_UNITS * MOST_BYTES_PER_UNIT);

  const countPiece = (text: string, start: number, end: number): number => {
    const length = writeUtf8(text, start, end, shared);
    const hash = hashOf(shared, 0, length);
    if (table.rankOf(shared, 0, length, hash) >= 0) return 1;
    const known = memo.get(shared, length, hash);
    if (known > 0) return known;
    const tokens = merge(shared, length);
    memo.set(shared, length, hash, tokens);
    return tokens;
  };

  function* countLongPiece(text: string, start: number, end: number): Steps<number> {
    yield;
    const bytes = new Uint8Array((end - start) * MOST_BYTES_PER_UNIT);
    const length = writeUtf8(text, start, end, bytes);
    yield;
    return yield* mergingBytes(bytes, length, table);
  }

  function* countInSteps(text: string): Steps<number> {
    let tokens = 0;
    let breath = CHARACTERS_PER_STEP;
    for (let start = 0; start < text.length; ) {
      if (start >= breath) {
        yield;
        breath = start + CHARACTERS_PER_STEP;
      }
      const end = pieceEnd(text, start);
      const isLong = end - start > SHARED_UNITS;
      tokens += isLong ? yield* countLongPiece(text, start, end) : countPiece(text, start, end);
      start = end;
    }
    return tokens;
  }

  const count = steppable((text) => runToEnd(countInSteps(text)), countInSteps);
  return { forget: memo.clear, count };
}
