import { InvalidOptionError, type KnownNames, refuseUnknown } from '../ground/errors/errors.ts';
import { runToEnd, type Steps } from '../ground/platform/steps.ts';
import type { TiktokenEncoding } from './encoding-of-model.ts';
import { mergeArrays, mergingBytes } from './merge-bytes.ts';
import { buildRankTable, type RankTable } from './rank-table.ts';
import { type PieceEnd, pieceEndBy } from './split-pieces.ts';
import { steppable, type TokenCounter } from './token-counter.ts';

/** The encoding of `loadTiktokenCounter`, and the way it lets go of the thread while it loads. */
export interface TiktokenCounterOptions {
  /** Default `o200k_base`, the encoding of GPT-4o and newer; `cl100k_base` is that of GPT-4. */
  readonly encoding?: TiktokenEncoding;
  /**
   * Awaited between slices of the set-up, each a few milliseconds long: give it a timer or
   * `scheduler.yield` on a thread that draws. Without it the set-up runs in one go.
   */
  readonly pause?: () => Promise<void>;
}

const OPTIONS = {
  encoding: true,
  pause: true,
} as const satisfies KnownNames<TiktokenCounterOptions>;

interface EncodingModule {
  readonly default: { readonly pat_str: string; readonly bpe_ranks: string };
}

// The specifiers are literals, so that a bundler makes a chunk of its own of each encoding.
const encodings: Readonly<Record<TiktokenEncoding, () => Promise<EncodingModule>>> = {
  o200k_base: () => import('js-tiktoken/ranks/o200k_base'),
  cl100k_base: () => import('js-tiktoken/ranks/cl100k_base'),
};

/** An exact counter, which remembers the pieces of words it met. */
export interface TiktokenCounter extends TokenCounter {
  readonly encoding: TiktokenEncoding;
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
 * const tokenCounter = await loadTiktokenCounter({ encoding: 'o200k_base' });
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
  return loadOnce(options.encoding ?? 'o200k_base', options.pause);
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
  const { default: source } = await encodings[encoding]();
  await pause?.();
  const table = await buildRankTable(source.bpe_ranks, pause);
  return { encoding, source: 'counted', count: createCount(table, pieceEndBy(source.pat_str)) };
}

/** Code units that are counted in one step. */
const CHARACTERS_PER_STEP = 2_048;

/** Code units up to which pieces share their arrays. A longer one is no token, and gets its own. */
const SHARED_UNITS = 1_024;
/** A UTF-16 code unit needs no more bytes: a pair of them needs four. */
const MOST_BYTES_PER_UNIT = 3;
/** Pieces that are remembered, until as many others came. */
const REMEMBERED_PIECES = 32_768;
/** Engines copy so short a piece; a longer one would keep the whole text alive that it was cut from. */
const LONGEST_REMEMBERED = 12;

interface Utf8Encoder {
  encode(text: string): Uint8Array;
  encodeInto(text: string, into: Uint8Array): { readonly written: number };
}

function createCount(table: RankTable, pieceEnd: PieceEnd): TokenCounter['count'] {
  // Core is compiled without the types of any platform.
  const { TextEncoder } = globalThis as unknown as { readonly TextEncoder: new () => Utf8Encoder };
  const utf8 = new TextEncoder();
  const known = new Map<string, number>();
  const shared = new Uint8Array(SHARED_UNITS * MOST_BYTES_PER_UNIT);
  const arrays = mergeArrays(shared.length);
  const countPiece = (piece: string): number => {
    const { written: length } = utf8.encodeInto(piece, shared);
    const isToken = table.rankOf(shared, 0, length) >= 0;
    return isToken ? 1 : runToEnd(mergingBytes(shared, length, table, arrays));
  };
  const countRemembered = (piece: string): number => {
    const tokens = known.get(piece) ?? countPiece(piece);
    if (known.size === REMEMBERED_PIECES) known.clear();
    if (piece.length <= LONGEST_REMEMBERED) known.set(piece, tokens);
    return tokens;
  };
  function* countLongPiece(piece: string): Steps<number> {
    yield;
    const bytes = utf8.encode(piece);
    yield;
    return yield* mergingBytes(bytes, bytes.length, table);
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
      const piece = text.slice(start, end);
      const isLong = piece.length > SHARED_UNITS;
      tokens += isLong ? yield* countLongPiece(piece) : countRemembered(piece);
      start = end;
    }
    return tokens;
  }

  return steppable((text) => runToEnd(countInSteps(text)), countInSteps);
}
