import { type Part, toolCallsOf } from '../../message/message.ts';
import type { Steps } from '../../platform/steps.ts';
import type { Measurer } from '../../tokens/measurer.ts';
import type { Entry } from '../../transcript/entry.ts';
import { overlaidMessage } from '../../view/overlaid-message.ts';
import type { ArgumentsTrim, EntryOverlay, TextTrim } from '../../view/overlay.ts';
import type { ViewEntry, ViewUnit } from '../../view/view.ts';
import { fitText } from './fit-text.ts';
import { commonLimit, fitArguments } from './shorten-arguments.ts';

type Trimmed = Extract<EntryOverlay, { kind: 'trimmed' }>;
type ShortenedCalls = Extract<EntryOverlay, { kind: 'shortened-calls' }>;

interface TrimContext {
  readonly compactionId: string;
  readonly measurer: Measurer;
  /** Whether the model has the tool that brings back what is cut. */
  readonly canRecall?: boolean | undefined;
}

/** An overlay that holds each long text of the entry to `limitTokens`; `undefined` when none is longer. */
export function* trimEntry(
  entry: Entry,
  limitTokens: number,
  { compactionId, measurer, canRecall }: TrimContext,
): Steps<Trimmed | undefined> {
  if (entry.tokens.value <= limitTokens) return undefined;
  const trims: TextTrim[] = [];
  for (const [partIndex, part] of entry.message.parts.entries()) {
    if (part.type !== 'tool-result' && part.type !== 'text') continue;
    const tokens = yield* measurer.textInSteps(part.text);
    yield;
    if (tokens <= limitTokens) continue;
    const trim = fitText({
      text: part.text,
      tokens,
      maxTokens: limitTokens,
      seq: entry.seq,
      partIndex,
      recall: canRecall || undefined,
      count: (text) => measurer.text(text),
    });
    if (trim) trims.push(trim);
    yield;
  }
  if (trims.length === 0) return undefined;
  return { kind: 'trimmed', seq: entry.seq, compactionId, limitTokens, trims };
}

/** An overlay that holds all texts of the entry together to `limitTokens`; `undefined` when they are less. */
export function* trimEntryAsWhole(
  entry: Entry,
  limitTokens: number,
  context: TrimContext,
): Steps<Trimmed | undefined> {
  const sizes = yield* sizesOf(entry.message.parts.map(textOfPart), context.measurer);
  const overlay = yield* trimEntry(entry, commonLimit(sizes, limitTokens), context);
  return overlay && { ...overlay, limitTokens };
}

/** Below this a trimmed result is not worth its place. */
const LEAST_RESULT_TOKENS = 64;

/**
 * Overlays that bring a unit down to `roomTokens` by holding its tool results and the arguments of
 * its calls to one common limit: the largest give first, small ones stay whole. `undefined` when
 * even that is not enough.
 */
export function* trimUnitToRoom(
  unit: Pick<ViewUnit, 'members' | 'tokens'>,
  roomTokens: number,
  context: TrimContext,
): Steps<readonly (Trimmed | ShortenedCalls)[] | undefined> {
  const { measurer } = context;
  const calls = unit.members.filter(isCall);
  const results = unit.members.filter(isResult);
  const callSizes = yield* sizesOf(calls.flatMap(argumentsOf), measurer);
  const resultSizes = yield* sizesOf(results.flatMap(shownTexts), measurer);
  const otherTokens = unit.tokens + seams(unit) - sum(callSizes) - sum(resultSizes);
  const wanted = commonLimit([...callSizes, ...resultSizes], roomTokens - otherTokens);
  const limitTokens = Math.max(LEAST_RESULT_TOKENS, wanted);
  const shortened: Shortening[] = [];
  for (const member of calls) {
    const shortening = yield* shortenCalls(member, limitTokens, context);
    if (shortening) shortened.push(shortening);
  }
  const savedTokens = sum(shortened.map(({ savedTokens }) => savedTokens));
  const roomForResults = roomTokens - otherTokens - sum(callSizes) + savedTokens;
  if (roomForResults < 0) return undefined;
  const resultLimit = commonLimit(resultSizes, roomForResults);
  if (resultLimit < LEAST_RESULT_TOKENS) return undefined;
  const trimmed: Trimmed[] = [];
  for (const member of results) {
    const overlay = yield* trimResults(member, resultLimit, context);
    if (overlay) trimmed.push(overlay);
  }
  return [...shortened.map(({ overlay }) => overlay), ...trimmed];
}

/** Texts of a result as they stand; a marker that an earlier compaction left is not undone. */
function* trimResults(
  member: ViewEntry,
  limitTokens: number,
  context: TrimContext,
): Steps<Trimmed | undefined> {
  const sizes = yield* sizesOf(shownTexts(member), context.measurer);
  const isOver = sizes.some((size) => size > limitTokens);
  return isOver ? yield* trimEntry(member.entry, limitTokens, context) : undefined;
}

interface Shortening {
  readonly overlay: ShortenedCalls;
  readonly savedTokens: number;
}

/**
 * Cuts long strings in the arguments of calls. A call that carries fields of its provider is left
 * alone, and so is one that came with reasoning: a signature may cover what was written.
 */
function* shortenCalls(
  { entry, message }: ViewEntry,
  limitTokens: number,
  { compactionId, measurer, canRecall }: TrimContext,
): Steps<Shortening | undefined> {
  if (message.parts.some((part) => part.type === 'thinking')) return undefined;
  const calls: ArgumentsTrim[] = [];
  for (const [partIndex, part] of entry.message.parts.entries()) {
    const shown = message.parts[partIndex];
    if (part.type !== 'tool-call' || shown?.type !== 'tool-call' || part.extra) continue;
    if ((yield* measurer.textInSteps(shown.arguments)) <= limitTokens) continue;
    const fitted = yield* fitArguments({
      json: part.arguments,
      tokens: yield* measurer.textInSteps(part.arguments),
      maxTokens: limitTokens,
      seq: entry.seq,
      recall: canRecall || undefined,
      count: (text) => measurer.text(text),
    });
    if (fitted) calls.push({ partIndex, ...fitted });
  }
  if (calls.length === 0) return undefined;
  const { seq } = entry;
  const overlay = { kind: 'shortened-calls', seq, compactionId, limitTokens, calls } as const;
  const after = measurer.message(overlaidMessage(entry, overlay)).value;
  const before = (yield* measurer.messageInSteps(message)).value;
  return { overlay, savedTokens: before - after };
}

function isCall(member: ViewUnit['members'][number]): member is ViewEntry {
  return member.kind === 'entry' && toolCallsOf(member.entry.message).length > 0;
}

function isResult(member: ViewUnit['members'][number]): member is ViewEntry {
  return member.kind === 'entry' && member.entry.message.role === 'tool';
}

/** As they stand in the view: an earlier cut included. */
function argumentsOf({ message }: ViewEntry): readonly string[] {
  return toolCallsOf(message).map((call) => call.arguments);
}

/** As they stand in the view: an earlier trim included, and results passed on as text. */
function shownTexts({ entry, overlay }: ViewEntry): readonly string[] {
  const { parts } = overlay ? overlaidMessage(entry, overlay) : entry.message;
  return parts.map(textOfPart);
}

function* sizesOf(texts: readonly string[], measurer: Measurer): Steps<readonly number[]> {
  const sizes: number[] = [];
  for (const text of texts) {
    sizes.push(yield* measurer.textInSteps(text));
    yield;
  }
  return sizes;
}

/** A text that is passed on inside another may count a token more than it does alone. */
function seams(unit: Pick<ViewUnit, 'members'>): number {
  return unit.members.reduce(
    (total, member) =>
      member.kind === 'entry' && member.mended ? total + member.entry.message.parts.length : total,
    0,
  );
}

function sum(sizes: readonly number[]): number {
  return sizes.reduce((total, size) => total + size, 0);
}

function textOfPart(part: Part): string {
  return part.type === 'tool-result' || part.type === 'text' ? part.text : '';
}
