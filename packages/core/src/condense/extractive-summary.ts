import { harmless } from '../ground/envelope/harmless-text.ts';
import { onOneLine } from '../ground/envelope/hidden-characters.ts';
import { type Steps, TURNS_PER_STEP } from '../ground/platform/steps.ts';
import { bestFirst } from './best-first.ts';
import { jsonLeaves } from './json-leaves.ts';
import { NearDuplicates } from './near-duplicates.ts';
import { resultWeight, sentenceWeight } from './sentence-weight.ts';
import { splittingSentences } from './split-sentences.ts';
import { wholeSentencesWithin } from './split-text.ts';
import {
  type CondenseSource,
  modelOf,
  type Summary,
  type SummaryPoint,
  type SummaryRequest,
} from './summarizer.ts';
import { kindOfWord, type ValueKind } from './value-kind.ts';

/** The name of the embedded summariser, by which its own summaries are known. */
export const EXTRACTIVE = 'extractive';

/** A summary by another hand keeps at most this part of the room; the rest is for what leaves now. */
const LEAD_PART = 0.75;

/**
 * Summarises without a model: the sentences that tell most, each whole and to the letter, in the
 * order in which they were said. In steps, for any number of messages of any length.
 *
 * - The text never has more than `maxTokens`.
 * - Points of the previous summary age, and leave when newer ones tell more. The words of another
 *   summariser stay in front, as far as they fit.
 * - Of sentences that say nearly the same, one is kept; none of those that stand `beside` it.
 */
export function* summarisingExtractively(request: SummaryRequest): Steps<Summary> {
  const { previous, sources, maxTokens, count } = request;
  const before = previous?.points ? previous.lead : previous?.text;
  const lead = wholeSentencesWithin(before ?? '', Math.floor(maxTokens * LEAD_PART), count);
  const found = [...(previous?.points ?? [])];
  for (const source of sources) {
    found.push(...(yield* pointsOf(source)));
    yield;
  }
  const seqs = sources.map(({ seq }) => seq);
  const fromSeq = previous && previous.fromSeq >= 0 ? previous.fromSeq : (seqs[0] ?? -1);
  const toSeq = Math.max(previous?.toSeq ?? -1, seqs.at(-1) ?? -1);
  const roomTokens = maxTokens - (lead === '' ? 0 : count(`${lead}\n`));
  const points = yield* choosePoints(found, toSeq, { ...request, maxTokens: roomTokens });
  const told = renderPoints(points);
  const leadBy = previous && modelOf(previous);
  return {
    madeBy: EXTRACTIVE,
    fromSeq,
    toSeq,
    text: lead === '' ? told : `${lead}\n${told}`,
    points,
    ...(lead !== '' && { lead, ...(leadBy !== undefined && { leadBy }) }),
  };
}

// ---- What a message has to say

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
  for (const text of withoutMiddle([...new Set(yield* splittingSentences(source.text))])) {
    const score = sentenceWeight(text, voice);
    if (score > 0) points.push({ seq: source.seq, speaker, text, score });
    yield;
  }
  return discountedByRank(points);
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

function* choosePoints(
  points: readonly SummaryPoint[],
  newestSeq: number,
  { maxTokens, count, beside = [] }: SummaryRequest,
): Steps<readonly SummaryPoint[]> {
  // The later one counts where two are worth the same.
  const next = yield* bestFirst(points.toReversed(), (point) => worthOf(point, newestSeq));
  const chosen = new Set<SummaryPoint>();
  const told = new NearDuplicates();
  for (const sentence of beside) told.add(sentence);
  let room = maxTokens;
  let misses = 0;
  for (let point = next(); point && misses < maxMissesInARow; point = next()) {
    yield;
    const saying = sayingOf(point);
    if (told.has(saying)) continue;
    const tokens = count(`${renderLine([point])}\n`);
    if (tokens > room) {
      misses++;
      continue;
    }
    misses = 0;
    room -= tokens;
    told.add(saying);
    chosen.add(point);
  }
  const inOrder = (): readonly SummaryPoint[] =>
    points.filter((point) => chosen.has(point)).sort((a, b) => a.seq - b.seq);
  // The lines were counted one by one, and a tokenizer may count the whole a little differently.
  for (const point of [...chosen].reverse()) {
    if (count(renderPoints(inOrder())) <= maxTokens) break;
    chosen.delete(point);
  }
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

/** Points as plain lines, one a message: `- user (#12): Cancel the second one.` */
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
