import { backgroundTask, inBackground } from '../../ground/platform/background.ts';
import type { Clock } from '../../ground/platform/clock.ts';
import type { Steps } from '../../ground/platform/steps.ts';
import { encodingOfModel } from '../../tokens/encoding-of-model.ts';
import { estimatingCounter } from '../../tokens/estimate-tokens.ts';
import { createMeasurer, type Measurer } from '../../tokens/measurer.ts';
import { hasMedia } from '../../tokens/media-rules.ts';
import { providerMedia } from '../../tokens/media-tokens.ts';
import { loadTiktokenCounter } from '../../tokens/tiktoken-counter.ts';
import type { TokenCount, TokenCounter } from '../../tokens/token-counter.ts';
import type { Entry } from '../../transcript/entry.ts';
import { placeOf } from '../../transcript/transcript.ts';
import type { EffectRunner } from './effect-runner.ts';

/** The parts that exact counting works with. */
export interface ExactCountsParts<Pad> {
  /** The counter that the caller chose; absent: that of the session's model. */
  readonly tokenCounter?: TokenCounter | undefined;
  readonly clock: Clock;
  readonly runner: EffectRunner<Pad>;
  /** Holds the measurer in use. */
  readonly planner: { readonly measurer: Measurer; measureWith(measurer: Measurer): void };
}

/** So many better figures are told, and stored, as one change. */
const ENTRIES_PER_CHANGE = 50;

/**
 * Replaces estimates by counts, in slices so that the page stays responsive [TOK-1]: every entry of
 * the conversation whose figure is an estimate or of another encoding, each such entry once [TOK-3].
 * Ranks are fetched only for a model whose encoding they are; the figures of any other are estimates,
 * and counts that were made for another model become such. Pictures and documents are priced by their
 * provider's rule from then on. Gives the measurer that is in use then.
 *
 * @throws what hinders the ranks from being fetched.
 */
export async function countExactly<Pad>(
  { tokenCounter, runner, planner, clock }: ExactCountsParts<Pad>,
  isStopped: () => boolean,
): Promise<Measurer> {
  const tell = (tokens: ReadonlyMap<number, TokenCount>) =>
    void runner.dispatch({ type: 'tokens-measure', tokens });
  const { model } = runner.snapshot;
  const inUse = planner.measurer;
  const measurer = await measurerFor(model, tokenCounter, inUse);
  // Another model has a pass of its own.
  const goOn = () => !isStopped() && runner.snapshot.model === model;
  if (!goOn()) return inUse;
  if (measurer !== inUse) {
    planner.measureWith(measurer);
    tell(new Map());
  }
  const entries = entriesAsTheyStand(runner);
  for (;;) {
    const counts = await inBackground(betterCounts(entries, measurer), { clock, goOn });
    if (!counts || !goOn()) return measurer;
    if (counts.size > 0) tell(counts);
    if (counts.size < ENTRIES_PER_CHANGE) return measurer;
  }
}

async function measurerFor(
  model: string | undefined,
  tokenCounter: TokenCounter | undefined,
  inUse: Measurer,
): Promise<Measurer> {
  const known = encodingOfModel(model ?? '');
  const counter = tokenCounter ?? (known.isExact ? undefined : estimatingCounter);
  const { encoding, source } = counter ?? { encoding: known.encoding, source: 'counted' };
  const isSame = inUse.encoding === encoding && inUse.source === source && inUse.model === model;
  if (isSame && inUse.media === providerMedia) return inUse;
  return createMeasurer(
    counter ?? (await loadTiktokenCounter({ encoding: known.encoding, pause: backgroundTask })),
    model,
    providerMedia,
  );
}

/**
 * The entries of the conversation from the first on. Where the head moves meanwhile it starts over
 * with those of the new path: what left the conversation is counted when it is taken up again.
 */
function* entriesAsTheyStand<Pad>(runner: EffectRunner<Pad>): Generator<Entry> {
  let path = runner.snapshot.headMoves;
  for (let seq = 0; ; seq += 1) {
    const { transcript, headMoves } = runner.snapshot;
    if (headMoves !== path) [path, seq] = [headMoves, 0];
    if (seq >= transcript.length) return;
    yield transcript.log.at(seq);
  }
}

/** The next counts that say more than what the entries have, by place. */
function* betterCounts(
  entries: Generator<Entry>,
  measurer: Measurer,
): Steps<ReadonlyMap<number, TokenCount>> {
  const counts = new Map<number, TokenCount>();
  while (counts.size < ENTRIES_PER_CHANGE) {
    const { done, value: entry } = entries.next();
    if (done) break;
    const tokens = yield* betterCount(entry, measurer);
    if (tokens) counts.set(placeOf(entry), tokens);
    yield;
  }
  return counts;
}

/** A count that says more than the figure an entry has. */
function* betterCount(
  { message, tokens }: Entry,
  measurer: Measurer,
): Steps<TokenCount | undefined> {
  const { value, source, encoding } = tokens;
  const isOfMeasurer = encoding === measurer.encoding;
  const isBest =
    source !== 'estimated' ? measurer.source === 'counted' : measurer.source === source;
  // Their price may be a rough one, or that of another model.
  if (isOfMeasurer && isBest && !hasMedia(message)) return undefined;
  const count = yield* measurer.messageInSteps(message);
  // Pictures stay estimates; the same estimate again is no better count.
  const isSame = count.value === value && count.source === source && count.encoding === encoding;
  return isSame ? undefined : count;
}
