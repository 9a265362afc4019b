import { InvalidOptionError } from '../errors/errors.ts';
import { createByteMerger } from './merge-bytes.ts';
import { createPieceMemo } from './piece-memo.ts';
import { buildRankTable, type RankTable } from './rank-table.ts';
import { type PieceEnd, splitterOfCl100k, splitterOfO200k } from './split-pieces.ts';
import type { TokenCounter } from './token-counter.ts';
import { MOST_BYTES_PER_UNIT, writeUtf8 } from './utf8.ts';

/** Encodings that can be counted exactly in the page. */
export type TiktokenEncoding = 'o200k_base' | 'cl100k_base';

export interface TiktokenCounterOptions {
  /** Default `o200k_base`, the encoding of GPT-4o and newer; `cl100k_base` is that of GPT-4. */
  readonly encoding?: TiktokenEncoding;
  /**
   * Awaited between slices of the set-up, each a few milliseconds long: give it a timer or
   * `scheduler.yield` on a thread that draws. Without it the set-up runs in one go.
   */
  readonly pause?: () => Promise<void>;
}

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

const loads = new Map<TiktokenEncoding, Promise<TokenCounter>>();

/**
 * Loads an exact counter: the same figure as js-tiktoken's `encode(text, [], []).length`, without
 * the tokens [TOK-1].
 *
 * - All calls for one encoding share one load and one counter; the first call's `pause` is used.
 * - A load that failed is forgotten: the next call tries again.
 * - Rejects with `InvalidOptionError` for an encoding that is not known, else with what the import
 *   or `pause` failed with.
 *
 * Only the ranks of js-tiktoken are used, not its class: that one blocks for about a second while
 * it starts, keeps every token twice, joins numbers to strings for each lookup and takes quadratic
 * time on a long piece.
 */
export function loadTiktokenCounter(options: TiktokenCounterOptions = {}): Promise<TokenCounter> {
  const encoding = options.encoding ?? 'o200k_base';
  const known = loads.get(encoding);
  if (known !== undefined) return known;
  const load = loadCounter(encoding, options.pause).catch((error: unknown) => {
    loads.delete(encoding);
    throw error;
  });
  loads.set(encoding, load);
  return load;
}

async function loadCounter(
  encoding: TiktokenEncoding,
  pause: TiktokenCounterOptions['pause'],
): Promise<TokenCounter> {
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
  return { encoding, source: 'counted', count: createCount(table, splitter()) };
}

/** Code units up to which pieces share one buffer; a longer one gets its own and leaves none. */
const SHARED_UNITS = 1_024;

function createCount(table: RankTable, pieceEnd: PieceEnd): TokenCounter['count'] {
  const merge = createByteMerger(table);
  const memo = createPieceMemo();
  const shared = new Uint8Array(SHARED_UNITS * MOST_BYTES_PER_UNIT);

  const countPiece = (text: string, start: number, end: number): number => {
    const units = end - start;
    const bytes = units <= SHARED_UNITS ? shared : new Uint8Array(units * MOST_BYTES_PER_UNIT);
    const length = writeUtf8(text, start, end, bytes);
    if (table.rankOf(bytes, 0, length) >= 0) return 1;
    const known = memo.get(bytes, length);
    if (known > 0) return known;
    const tokens = merge(bytes, length);
    memo.set(bytes, length, tokens);
    return tokens;
  };

  return (text) => {
    let tokens = 0;
    for (let start = 0; start < text.length; ) {
      const end = pieceEnd(text, start);
      tokens += countPiece(text, start, end);
      start = end;
    }
    return tokens;
  };
}
