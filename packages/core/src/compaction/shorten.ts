import { runToEnd, type Steps } from '../ground/platform/steps.ts';
import { jsonStringText, jsonTokens } from '../message/json-tokens.ts';
import { mediaApart } from '../message/media-apart.ts';
import { type Part, toolCallsOf } from '../message/message.ts';
import type { Measurer } from '../tokens/measurer.ts';
import type { Entry } from '../transcript/entry.ts';
import { overlaidMessage, trimmedText } from '../view/overlaid-message.ts';
import type { ArgumentsTrim, EntryOverlay, TextTrim } from '../view/overlay.ts';
import type { ViewEntry, ViewUnit } from '../view/view.ts';
import type { CompactionInput } from './stage.ts';

/** The room in tokens, for a unit or for one of its messages. */
export type ShortenedRoom =
  /** By the whole unit: its tool results and the arguments of its calls give, the largest first. */
  | { readonly unitTokens: number }
  /** By each text of a message. */
  | { readonly seq: number; readonly textTokens: number }
  /** By all texts of a message together. */
  | { readonly seq: number; readonly messageTokens: number };

type ShorteningContext = Pick<CompactionInput, 'compactionId' | 'measurer' | 'canRecall'>;

type Trimmed = Extract<EntryOverlay, { kind: 'trimmed' }>;
type ShortenedCalls = Extract<EntryOverlay, { kind: 'shortened-calls' }>;

/**
 * The overlays with which a unit, or a message of it, takes no more than this: long texts keep their
 * start and their end. None where it takes no more already, or has nothing to give; `undefined` where
 * a whole unit cannot give enough.
 */
export function* shorten(
  unit: Pick<ViewUnit, 'members' | 'tokens'>,
  room: ShortenedRoom,
  context: ShorteningContext,
): Steps<readonly EntryOverlay[] | undefined> {
  if ('unitTokens' in room) return yield* shortenUnit(unit, room.unitTokens, context);
  const member = unit.members.find((one) => one.kind === 'entry' && one.entry.seq === room.seq);
  if (!member) return [];
  const { entry } = member;
  if ('textTokens' in room) return yield* trimmed(entry, room.textTokens, context);
  const { messageTokens: limitTokens } = room;
  const sizes = yield* sizesOf(mediaApart(entry.message).parts.map(textOfPart), context.measurer);
  const overlays = yield* trimmed(entry, commonLimit(sizes, limitTokens), context);
  return overlays.map((overlay) => ({ ...overlay, limitTokens }));
}

/** Below this a trimmed result is not worth its place. */
const LEAST_RESULT_TOKENS = 64;

/** Arguments and results are held to one common limit: small ones stay whole. */
function* shortenUnit(
  unit: Pick<ViewUnit, 'members' | 'tokens'>,
  roomTokens: number,
  context: ShorteningContext,
): Steps<readonly EntryOverlay[] | undefined> {
  const { measurer } = context;
  const calls = unit.members.filter(isCall);
  const results = unit.members.filter(isResult);
  const callSizes = yield* sizesOf(calls.flatMap(argumentsOf), measurer);
  const resultSizes = yield* sizesOf(results.flatMap(shownTexts), measurer);
  const otherTokens = unit.tokens + seams(unit) - sum(callSizes) - sum(resultSizes);
  const wanted = commonLimit([...callSizes, ...resultSizes], roomTokens - otherTokens);
  const overlays: EntryOverlay[] = [];
  let callTokens = sum(callSizes);
  for (const member of calls) {
    const limitTokens = Math.max(LEAST_RESULT_TOKENS, wanted);
    const overlay = yield* shortenedCalls(member, limitTokens, context);
    if (!overlay) continue;
    overlays.push(overlay);
    callTokens -= (yield* measurer.messageInSteps(member.message)).value;
    callTokens += measurer.message(overlaidMessage(member.entry, overlay)).value;
  }
  const roomForResults = roomTokens - otherTokens - callTokens;
  if (roomForResults < 0) return undefined;
  const resultLimit = commonLimit(resultSizes, roomForResults);
  if (resultLimit < LEAST_RESULT_TOKENS) return undefined;
  for (const member of results) {
    // As it stands: a marker that an earlier compaction left is not undone.
    const sizes = yield* sizesOf(shownTexts(member), measurer);
    const isOver = sizes.some((size) => size > resultLimit);
    if (isOver) overlays.push(...(yield* trimmed(member.entry, resultLimit, context)));
  }
  return overlays;
}

/** Holds each text of an entry to `limitTokens`; nothing where none is longer. */
function* trimmed(
  { seq, message, tokens: whole }: Entry,
  limitTokens: number,
  { compactionId, measurer, canRecall }: ShorteningContext,
): Steps<readonly Trimmed[]> {
  if (whole.value <= limitTokens) return [];
  const trims: TextTrim[] = [];
  for (const [partIndex, part] of message.parts.entries()) {
    if (part.type !== 'tool-result' && part.type !== 'text') continue;
    const { text } = part;
    const tokens = yield* measurer.textInSteps(text);
    yield;
    if (tokens <= limitTokens) continue;
    const recall = canRecall ? ({ recall: true } as const) : {};
    const wanted = Math.floor((text.length * limitTokens) / Math.max(1, tokens));
    const characters = yield* mostCharacters(wanted, (kept) => {
      const shown = trimmedText(text, { ...endsOf(text, kept), ...recall }, seq);
      return measurer.text(shown) <= limitTokens;
    });
    if (characters) trims.push({ partIndex, ...endsOf(text, characters), ...recall });
  }
  if (trims.length === 0) return [];
  return [{ kind: 'trimmed', seq, compactionId, limitTokens, trims }];
}

/**
 * Cuts long strings in the arguments of calls. A call that carries fields of its provider is left
 * alone, and so is one that came with reasoning: a signature may cover what was written.
 */
function* shortenedCalls(
  { entry, message }: ViewEntry,
  limitTokens: number,
  { compactionId, measurer, canRecall }: ShorteningContext,
): Steps<ShortenedCalls | undefined> {
  if (message.parts.some((part) => part.type === 'thinking')) return undefined;
  const { seq } = entry;
  const recall = canRecall ? ({ recall: true } as const) : {};
  const calls: ArgumentsTrim[] = [];
  for (const [partIndex, part] of entry.message.parts.entries()) {
    const shown = message.parts[partIndex];
    if (part.type !== 'tool-call' || shown?.type !== 'tool-call' || part.extra) continue;
    if ((yield* measurer.textInSteps(shown.arguments)) <= limitTokens) continue;
    const { arguments: json } = part;
    const strings = yield* longStrings(json, LEAST_CHARACTERS);
    if (strings.length === 0) continue;
    const lengths = strings.map(({ from, to }) => to - from);
    const tokens = yield* measurer.textInSteps(json);
    const wantedLength = Math.floor((json.length * limitTokens) / Math.max(1, tokens));
    const room = wantedLength - (json.length - sum(lengths));
    let shorter = '';
    const maxCharacters = yield* mostCharacters(
      commonLimit(lengths, room) - MARKER_CHARACTERS,
      (characters) => {
        shorter = withShortened(json, strings, characters, { seq, ...recall });
        return measurer.text(shorter) <= limitTokens;
      },
    );
    if (maxCharacters) calls.push({ partIndex, maxCharacters, arguments: shorter, ...recall });
  }
  if (calls.length === 0) return undefined;
  return { kind: 'shortened-calls', seq, compactionId, limitTokens, calls };
}

/** A start and an end together shorter than this say nothing; then a text is not cut further. */
const LEAST_CHARACTERS = 96;
const SHRINK = 0.85;

/** The most characters, from those wanted down, that fit; `undefined` where not even a short piece does. */
function* mostCharacters(
  wanted: number,
  fits: (characters: number) => boolean,
): Steps<number | undefined> {
  for (let left = wanted; left >= LEAST_CHARACTERS; left = Math.floor(left * SHRINK)) {
    if (fits(left)) return left;
    yield;
  }
  return undefined;
}

/** The largest limit L with Σ min(size, L) ≤ room. */
export function commonLimit(sizes: readonly number[], room: number): number {
  const ascending = [...sizes].sort((a, b) => a - b);
  let left = room;
  for (const [index, size] of ascending.entries()) {
    const share = Math.floor(left / (ascending.length - index));
    if (size > share) return share;
    left -= size;
  }
  return Number.POSITIVE_INFINITY;
}

/** The part of a shortened text that comes from its start: openings name things, ends conclude. */
const HEAD_PART = 0.6;
/** A cut moves back to a line's end when that costs no more than this part of the piece. */
const LINE_SLACK = 0.25;

/** How a text is divided when so many of its characters stay: most at its start, some at its end. */
function endsOf(
  text: string,
  characters: number,
): Pick<TextTrim, 'headCharacters' | 'tailCharacters'> {
  const headLength = Math.floor(characters * HEAD_PART);
  const tailLength = characters - headLength;
  return {
    headCharacters: wholeCharacters(text, lineEnd(text, headLength)),
    tailCharacters: text.length - wholeCharacters(text, lineStart(text, text.length - tailLength)),
  };
}

function lineEnd(text: string, index: number): number {
  const newline = text.lastIndexOf('\n', index);
  return newline >= index * (1 - LINE_SLACK) ? newline : index;
}

function lineStart(text: string, index: number): number {
  const newline = text.indexOf('\n', index);
  const slack = (text.length - index) * LINE_SLACK;
  return newline >= 0 && newline - index <= slack ? newline + 1 : index;
}

/** Moves a cut out of the middle of a surrogate pair. */
function wholeCharacters(text: string, index: number): number {
  const code = text.charCodeAt(index);
  const isSecondHalf = code >= 0xdc00 && code <= 0xdfff;
  return isSecondHalf ? index - 1 : index;
}

/** The length of the line that says how much is missing; a string must be longer by this to be cut. */
const MARKER_CHARACTERS = 90;

/**
 * The arguments of a call with each long string in them cut to its start and end, around a line
 * that says what is missing. Everything else stays as the model wrote it, to the byte, so JSON
 * stays JSON and large numbers stay exact. Arguments that are no JSON stay as they are.
 */
export function shortenedArguments(
  json: string,
  maxCharacters: number,
  seq: number,
  recall?: true,
): string {
  const strings = runToEnd(longStrings(json, maxCharacters));
  return withShortened(json, strings, maxCharacters, { seq, recall });
}

/** Gives the text that `shortenedArguments` leaves out, string by string. */
export function* cutFromArguments(json: string, maxCharacters: number): Steps<readonly string[]> {
  return (yield* longStrings(json, maxCharacters)).map(({ text }) => {
    const { headCharacters, tailCharacters } = endsOf(text, maxCharacters);
    return text.slice(headCharacters, text.length - tailCharacters);
  });
}

/** The same of strings that were found before; those that are short enough stay. */
function withShortened(
  json: string,
  strings: readonly LongString[],
  maxCharacters: number,
  { seq, recall }: { readonly seq: number; readonly recall?: true | undefined },
): string {
  const pieces: string[] = [];
  let end = 0;
  for (const { from, to, text } of strings) {
    if (text.length <= maxCharacters + MARKER_CHARACTERS) continue;
    const ends = { ...endsOf(text, maxCharacters), ...(recall && { recall }) };
    pieces.push(json.slice(end, from), JSON.stringify(trimmedText(text, ends, seq)));
    end = to;
  }
  return pieces.join('') + json.slice(end);
}

interface LongString {
  /** Where its JSON begins and ends, quotation marks included. */
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/** The strings of a JSON text that are worth cutting to `maxCharacters`, in order; names of fields are not. */
function* longStrings(json: string, maxCharacters: number): Steps<readonly LongString[]> {
  const found: LongString[] = [];
  if (json.length <= maxCharacters + MARKER_CHARACTERS) return found;
  // Models do write arguments that are no JSON; they are sent as they are.
  for (const token of (yield* jsonTokens(json)) ?? []) {
    const { from, to, kind } = token;
    if (kind !== 'string' || to - from <= maxCharacters + MARKER_CHARACTERS) continue;
    const text = yield* jsonStringText(json, token);
    if (text.length > maxCharacters + MARKER_CHARACTERS) found.push({ from, to, text });
    yield;
  }
  return found;
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
  const { parts } = overlay ? overlaidMessage(entry, overlay) : mediaApart(entry.message);
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
  const repaired = unit.members.filter((member) => member.kind === 'entry' && member.repaired);
  return sum(repaired.map(({ entry }) => entry.message.parts.length));
}

function sum(sizes: readonly number[]): number {
  return sizes.reduce((total, size) => total + size, 0);
}

function textOfPart(part: Part): string {
  return part.type === 'tool-result' || part.type === 'text' ? part.text : '';
}
