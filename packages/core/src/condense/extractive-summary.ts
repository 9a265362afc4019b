import { harmless } from '../envelope/harmless-text.ts';
import { onOneLine } from '../envelope/line-breaks.ts';
import { runToEnd, type Steps, TURNS_PER_STEP } from '../platform/steps.ts';
import { BestFirst } from './best-first.ts';
import type { CondenseSource } from './condense-source.ts';
import { jsonLeaves } from './json-leaves.ts';
import { NearDuplicates } from './near-duplicates.ts';
import { resultWeight, sentenceWeight } from './sentence-weight.ts';
import { splittingSentences } from './split-sentences.ts';
import { kindOfWord, type ValueKind } from './value-kind.ts';

/** One thing that was said or done, in its own words. */
export interface SummaryPoint {
  readonly seq: number;
  /** The role of the speaker. A call of a tool is the assistant's, its result the tool's. */
  readonly speaker: 'user' | 'assistant' | 'tool';
  /** The tool that was called or that answered. */
  readonly toolName?: string;
  /** A whole sentence of the message (of a call: one of its arguments), white space folded. */
  readonly text: string;
  /** How much it tells; ageing is not in it. */
  readonly score: number;
}

/** A range of messages told in sentences that were said there. */
export interface ExtractiveSummary {
  /** In the order in which they were said. */
  readonly points: readonly SummaryPoint[];
  /** First and last message that the summary speaks of, both inclusive; -1 for none. */
  readonly fromSeq: number;
  readonly toSeq: number;
}

/** The input of `summariseExtractively`. */
export interface ExtractiveSummaryInput {
  /** The summary of everything earlier; its points compete with the new ones. */
  readonly previous?: ExtractiveSummary;
  /** The messages that leave now, in order. */
  readonly sources: readonly CondenseSource[];
  /** The most tokens that the rendered summary may have by `count`. */
  readonly maxTokens: number;
  readonly count: (text: string) => number;
}

/**
 * Summarises without a model: the sentences that tell most, each whole and to the letter, in the
 * order in which they were said.
 *
 * - The rendered summary never has more than `maxTokens`.
 * - Points of the previous summary age, and leave when newer ones tell more.
 * - Of sentences that say nearly the same, one is kept.
 */
export function summariseExtractively(input: ExtractiveSummaryInput): ExtractiveSummary {
  return runToEnd(summarisingExtractively(input));
}

/** The same in steps, for any number of messages of any length. */
export function* summarisingExtractively(input: ExtractiveSummaryInput): Steps<ExtractiveSummary> {
  const { previous, sources } = input;
  const seqs = sources.map(({ seq }) => seq);
  const fromSeq =
    previous !== undefined && previous.fromSeq >= 0 ? previous.fromSeq : (seqs[0] ?? -1);
  const toSeq = Math.max(previous?.toSeq ?? -1, seqs.at(-1) ?? -1);
  const points = [...(previous?.points ?? [])];
  for (const source of sources) {
    for (const point of pointsAhead.get(source) ?? (yield* pointsOf(source))) points.push(point);
    yield;
  }
  return { points: yield* choosePoints(points, toSeq, input), fromSeq, toSeq };
}

// ---- What a message has to say

/** The points of messages that were read ahead of their summary, for as long as somebody holds them. */
const pointsAhead = new WeakMap<CondenseSource, readonly SummaryPoint[]>();

/** Finds the points of a message ahead of the summary that chooses among them. In steps. */
export function* readingPointsAhead(source: CondenseSource): Steps<void> {
  pointsAhead.set(source, yield* pointsOf(source));
}

function* pointsOf(source: CondenseSource): Steps<readonly SummaryPoint[]> {
  switch (source.role) {
    case 'system':
      return [];
    case 'tool':
      return yield* resultPoints(source);
    case 'user':
      return yield* sentencePoints(source, 'user');
    case 'assistant':
      return [...(yield* sentencePoints(source, 'assistant')), ...(yield* callPoints(source))];
  }
}

function* sentencePoints(
  source: CondenseSource,
  speaker: 'user' | 'assistant',
): Steps<readonly SummaryPoint[]> {
  const isWorking = (source.toolArguments ?? []).length > 0;
  const voice = speaker === 'user' ? 'user' : isWorking ? 'working' : 'reply';
  const points: SummaryPoint[] = [];
  for (const text of withoutMiddle(yield* distinct(yield* splittingSentences(source.text)))) {
    const score = sentenceWeight(text, voice);
    if (score > 0) points.push({ seq: source.seq, speaker, text, score });
    yield;
  }
  return discountedByRank(points);
}

function* distinct(texts: readonly string[]): Steps<readonly string[]> {
  const known = new Set<string>();
  const list: string[] = [];
  for (const [index, text] of texts.entries()) {
    if (index % TURNS_PER_STEP === TURNS_PER_STEP - 1) yield;
    if (known.has(text)) continue;
    known.add(text);
    list.push(text);
  }
  return list;
}

/**
 * A message of hundreds of sentences is a document that somebody pasted; its ends say what it is.
 */
function withoutMiddle(sentences: readonly string[]): readonly string[] {
  return sentences.length <= 300
    ? sentences
    : [...sentences.slice(0, 200), ...sentences.slice(-100)];
}

/** The more a message has already said, the less its next best sentence adds. */
function discountedByRank(points: readonly SummaryPoint[]): readonly SummaryPoint[] {
  const ranks = new Map(
    points.toSorted((a, b) => b.score - a.score).map((point, rank) => [point, rank]),
  );
  return points.map((point) => ({
    ...point,
    score: point.score * 0.85 ** (ranks.get(point) ?? 0),
  }));
}

/** First words in the names of tools that only look: their calls changed nothing, and are not told. */
const lookingVerbs = new Set(
  (
    'get read list search find view open show look fetch query check calculate think ls cat grep ' +
    'glob goto scroll browse recall'
  ).split(' '),
);

function onlyLooks(toolName: string): boolean {
  const [firstWord = ''] = /^[A-Z]?[a-z]+/.exec(toolName) ?? [];
  return lookingVerbs.has(firstWord.toLowerCase());
}

/** A call is told by the first argument that names its object: an id, a path, a command. */
function* callPoints(source: CondenseSource): Steps<readonly SummaryPoint[]> {
  const { seq, toolName } = source;
  const [argumentsJson] = source.toolArguments ?? [];
  if (toolName === undefined || argumentsJson === undefined) return [];
  if (onlyLooks(toolName)) return [];
  const text = yield* firstObject(argumentsJson);
  if (text === undefined) return [];
  return [{ seq, speaker: 'assistant', toolName, text: onOneLine(text), score: 0.7 }];
}

/**
 * The first id, path or the like among the arguments, or else the first short text, as their JSON
 * has it.
 */
function* firstObject(argumentsJson: string): Steps<string | undefined> {
  let first: string | undefined;
  for (const [index, { text: leaf }] of ((yield* jsonLeaves(argumentsJson)) ?? []).entries()) {
    if (index % TURNS_PER_STEP === TURNS_PER_STEP - 1) yield;
    const isShort = /^[^\s"\\][^\n\r\t"\\]{2,98}[^\s"\\]$/.test(leaf);
    if (!isShort || !/\p{L}/u.test(leaf)) continue;
    if (objectKinds.has(kindOfWord(leaf))) return leaf;
    first ??= leaf;
  }
  return first;
}

const objectKinds: ReadonlySet<ValueKind | undefined> = new Set<ValueKind>([
  'identifier',
  'path',
  'url',
  'email',
]);

const minResultLineLength = 8;
const maxResultLineLength = 200;

/** A result is told by one line at most: the first of those that weigh most. */
function* resultPoints(source: CondenseSource): Steps<readonly SummaryPoint[]> {
  const { seq, toolName } = source;
  let best = { text: '', score: 0 };
  for (const [index, line] of source.text.split('\n').entries()) {
    if (index % 16 === 15) yield;
    if (line.length > maxResultLineLength || line.length < minResultLineLength) continue;
    const text = onOneLine(line);
    const score = resultWeight(text);
    if (score > best.score) best = { text, score };
  }
  if (best.score === 0) return [];
  return [{ seq, speaker: 'tool', ...(toolName === undefined ? {} : { toolName }), ...best }];
}

// ---- Which points stay

/** After this many points in a row that found no room, the rest is not tried. */
const maxMissesInARow = 40;

interface Candidate {
  readonly point: SummaryPoint;
  readonly order: number;
  readonly worth: number;
}

/** The later one counts where two are worth the same. */
function counts(one: Candidate, other: Candidate): boolean {
  return one.worth > other.worth || (one.worth === other.worth && one.order > other.order);
}

function* choosePoints(
  points: readonly SummaryPoint[],
  newestSeq: number,
  { maxTokens, count }: ExtractiveSummaryInput,
): Steps<readonly SummaryPoint[]> {
  const list: Candidate[] = [];
  for (const [order, point] of points.entries()) {
    list.push({ point, order, worth: worthOf(point, newestSeq) });
    if (order % TURNS_PER_STEP === 0) yield;
  }
  const candidates = yield* BestFirst.of(list, counts);
  const chosen: Candidate[] = [];
  const told = new NearDuplicates();
  let room = maxTokens;
  let misses = 0;
  for (let candidate = candidates.next(); candidate; candidate = candidates.next()) {
    yield;
    if (misses >= maxMissesInARow) break;
    const saying = sayingOf(candidate.point);
    if (told.has(saying)) continue;
    const tokens = count(`${renderLine([candidate.point])}\n`);
    if (tokens > room) {
      misses++;
      continue;
    }
    misses = 0;
    room -= tokens;
    told.add(saying);
    chosen.push(candidate);
  }
  const inOrder = (): readonly SummaryPoint[] =>
    chosen
      .toSorted((a, b) => a.point.seq - b.point.seq || a.order - b.order)
      .map(({ point }) => point);
  // The lines were counted one by one, and a tokenizer may count the whole a little differently.
  while (chosen.length > 0 && count(renderPoints(inOrder())) > maxTokens) chosen.pop();
  return inOrder();
}

/** The same words of a tool and of a person say different things. */
function sayingOf({ toolName, text }: SummaryPoint): string {
  return toolName === undefined ? text : `${toolName} ${text}`;
}

/**
 * Gives the worth of a point now, for the room that it takes. The user's words age slowly: it may be
 * a standing wish. What a tool answered ages fast: the state has moved on.
 */
function worthOf(point: SummaryPoint, newestSeq: number): number {
  const age = Math.max(0, newestSeq - point.seq);
  const ageing = { user: 0.08, assistant: 0.16, tool: 0.3 }[point.speaker];
  return point.score / (1 + ageing * Math.log2(1 + age)) / (40 + point.text.length) ** 0.35;
}

// ---- How it reads

/** Writes a summary as plain lines, one a message: `- user (#12): Cancel the second one.` */
export function renderExtractiveSummary(summary: ExtractiveSummary): string {
  return renderPoints(summary.points);
}

function renderPoints(points: readonly SummaryPoint[]): string {
  const lines: SummaryPoint[][] = [];
  for (const point of points) {
    const line = lines.at(-1);
    const [first] = line ?? [];
    if (line !== undefined && first !== undefined && sharesLine(first, point)) line.push(point);
    else lines.push([point]);
  }
  return lines.map(renderLine).join('\n');
}

function sharesLine(a: SummaryPoint, b: SummaryPoint): boolean {
  return a.seq === b.seq && a.speaker === b.speaker && a.toolName === b.toolName;
}

function renderLine(points: readonly SummaryPoint[]): string {
  const [first] = points;
  if (first === undefined) return '';
  const words = points.map(({ text }) => withoutEmphasis(text)).reduce(joined);
  return harmless(`- ${attribution(first)}: ${words}`);
}

function attribution({ seq, speaker, toolName }: SummaryPoint): string {
  if (toolName === undefined) return `${speaker} (#${seq})`;
  return `${foldedName(toolName)} ${speaker === 'tool' ? 'answered' : 'called'} (#${seq})`;
}

/** A tool's name comes from outside, and must not bring lines of its own. */
function foldedName(toolName: string): string {
  return onOneLine(toolName).slice(0, 60);
}

function joined(before: string, next: string): string {
  return /[.!?:;。！？…]["'”»)]?$/.test(before) ? `${before} ${next}` : `${before}; ${next}`;
}

function withoutEmphasis(text: string): string {
  return text.replace(/\*\*([^*]{1,200})\*\*/g, '$1');
}
