import type { Clock } from '../platform/clock.ts';
import { pause } from '../platform/pause.ts';
import { createMeasurer, type Measurer } from '../tokens/measurer.ts';
import type { TokenCount } from '../transcript/entry.ts';
import { placeOf, type Transcript } from '../transcript/transcript.ts';
import type { EffectRunner } from './effect-runner.ts';
import { late } from './late-transition.ts';

/** What is counted, and who hears of better figures. */
export interface CountingHost<Pad> {
  /** The measurer in use, where it is exact; absent: one for `model` is fetched. */
  readonly exact: Measurer | undefined;
  readonly model: string | undefined;
  readonly clock: Clock;
  readonly runner: EffectRunner<Pad>;
  /** Whether nobody needs better figures any more. */
  isOver(): boolean;
  /** The measurer in use from now on. */
  use(measurer: Measurer): void;
}

/** Replaces estimates by counts, in slices so that the page stays responsive [TOK-1, TOK-3]. */
export async function countExactly<Pad>(host: CountingHost<Pad>): Promise<void> {
  const { runner, clock } = host;
  const tell = (tokens: ReadonlyMap<number, TokenCount>) => {
    void runner.dispatch(late({ type: 'tokens-measure', tokens, atMs: clock.nowMs() }));
  };
  const measurer = host.exact ?? (await exactMeasurer(host.model));
  if (host.isOver()) return;
  if (!host.exact) {
    host.use(measurer);
    tell(new Map());
  }
  for await (const tokens of betterCounts(runner.snapshot.transcript, measurer)) {
    if (host.isOver()) return;
    tell(tokens);
  }
}

/** The exact default counter, fetched when wanted. */
async function exactMeasurer(model: string | undefined): Promise<Measurer> {
  const { loadTiktokenCounter } = await import('../tokens/tiktoken-counter.ts');
  const whose = model === undefined ? { encoding: 'o200k_base' as const } : { model };
  return createMeasurer(await loadTiktokenCounter({ ...whose, pause }));
}

const ENTRIES_PER_SLICE = 50;

/**
 * Measures anew, slice by slice, every entry whose figure is an estimate or of another encoding;
 * each such entry once [TOK-3].
 */
async function* betterCounts(
  transcript: Transcript,
  measurer: Measurer,
): AsyncGenerator<ReadonlyMap<number, TokenCount>> {
  let slice = new Map<number, TokenCount>();
  for (const entry of transcript.log.slice(0, transcript.length)) {
    const { source, encoding } = entry.tokens;
    if (source !== 'estimated' && encoding === measurer.encoding) continue;
    const tokens = measurer.message(entry.message);
    // Pictures stay estimates; the same estimate again is no better count.
    if (isSameCount(tokens, entry.tokens)) continue;
    slice.set(placeOf(entry), tokens);
    if (slice.size < ENTRIES_PER_SLICE) continue;
    yield slice;
    slice = new Map();
    await pause();
  }
  if (slice.size > 0) yield slice;
}

function isSameCount(a: TokenCount, b: TokenCount): boolean {
  return a.value === b.value && a.source === b.source && a.encoding === b.encoding;
}
