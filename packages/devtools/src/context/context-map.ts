import type { TokenSource } from '@agent-memory/core';
import type { ItemFacts, PlanFacts } from '../source/devtools-source.ts';
import { formatCount, formatPlaces, formatTokens } from '../words/format.ts';
import { itemTitle, rangeTitle } from '../words/item-words.ts';
import { itemKey, rangeKey } from './context-rows.ts';

/** Smaller neighbours are drawn as one, so that the document stays small. */
const MOST_SMALL = 100;

/** One item of the context, a range that is out of it, or small neighbours of one kind. */
export interface MapBlock {
  /** Keys of the rows of the list that it draws. */
  readonly keys: readonly string[];
  /** The tier; `out` for what is out of context. */
  readonly part: string;
  readonly tokens: number;
  /** `Message #24, 790 tokens` */
  readonly name: string;
  readonly isShortened: boolean;
}

interface Piece extends Omit<MapBlock, 'keys' | 'name'> {
  readonly key: string;
  readonly title: string;
  readonly source: TokenSource;
  readonly fromSeq?: number | undefined;
  readonly toSeq?: number | undefined;
}

/** What is sent, in send order. */
export function sentBlocks(plan: PlanFacts): readonly MapBlock[] {
  const outcome = plan.isRefused ? ', not sent' : '';
  return merged(
    plan.items.map((item) => {
      const { id, tier, seq, decision } = item;
      return {
        ...{ key: itemKey(id), part: tier, title: itemTitle(item) },
        ...{ tokens: decision.tokens.sent, source: decision.tokens.source },
        ...{ fromSeq: seq, toSeq: seq === undefined ? undefined : seq + 1 },
        isShortened: cutTokens(item) > 0,
      };
    }),
  ).map((block) => ({ ...block, name: `${block.name}${outcome}` }));
}

/** What is out of context, oldest first. */
export function outBlocks({ ranges }: PlanFacts): readonly MapBlock[] {
  return merged(
    ranges.map((range) => {
      const { fromSeq, toSeq, decision } = range;
      const { raw: tokens, source } = decision.tokens;
      const title = `${rangeTitle(range)}, ${formatPlaces(fromSeq, toSeq)}`;
      const key = rangeKey(fromSeq);
      return { key, part: 'out', title, tokens, source, fromSeq, toSeq, isShortened: false };
    }),
  );
}

function merged(pieces: readonly Piece[]): readonly MapBlock[] {
  const enough = sum(pieces) / MOST_SMALL;
  const groups: Piece[][] = [];
  let room = 0;
  for (const piece of pieces) {
    const open = groups.at(-1);
    if (open?.[0]?.part === piece.part && piece.tokens <= room) open.push(piece);
    else {
      groups.push([piece]);
      room = enough;
    }
    room -= piece.tokens;
  }
  return groups.map(blockOf);
}

function blockOf(pieces: readonly Piece[]): MapBlock {
  const [first] = pieces;
  if (!first) throw new RangeError('A block of the map holds something.');
  const tokens = sum(pieces);
  const isShortened = pieces.some((piece) => piece.isShortened);
  const title = pieces.length === 1 ? first.title : groupTitle(pieces);
  const cut = isShortened ? ', shortened' : '';
  const name = `${title}, ${tokenWords(tokens, jointSource(pieces))}${cut}`;
  return { keys: pieces.map(({ key }) => key), part: first.part, tokens, name, isShortened };
}

function groupTitle(pieces: readonly Piece[]): string {
  const from = pieces.find(({ fromSeq }) => fromSeq !== undefined)?.fromSeq;
  const to = pieces.findLast(({ toSeq }) => toSeq !== undefined)?.toSeq;
  const places = from === undefined || to === undefined ? '' : `, ${formatPlaces(from, to)}`;
  return `${formatCount(pieces.length, 'small item')}${places}`;
}

/** The whole picture in a sentence or two: what is not sent, and what stands for it. */
export function mapSentence(plan: PlanFacts): string {
  if (plan.items.length === 0) return 'This plan sends nothing.';
  const over = plan.totalTokens - plan.budget.inputTokens;
  const refused = plan.isRefused ? ', and nothing was sent' : '';
  const sentences = [
    ...(over > 0 ? [`${formatCount(over, 'token')} over the limit${refused}.`] : []),
    ...outSentence(plan),
    ...cutSentence(plan.items),
  ];
  return sentences.length > 0 ? sentences.join(' ') : 'Every message is sent, and sent whole.';
}

function outSentence({ ranges, items }: PlanFacts): readonly string[] {
  if (ranges.length === 0) return [];
  const messages = ranges.reduce((all, { fromSeq, toSeq }) => all + toSeq - fromSeq, 0);
  const tokens = ranges.map(({ decision }) => ({
    tokens: decision.tokens.raw,
    source: decision.tokens.source,
  }));
  const what = `${formatCount(messages, 'message')} out of context, ${tokenWords(sum(tokens), jointSource(tokens))}`;
  const summaries = items.filter(({ kind }) => kind === 'condensed');
  if (summaries.length === 0) return [`${what}; no summary stands for them.`];
  const ids = new Set(summaries.map(({ id }) => id));
  const isCovered = ranges.every(({ decision }) => decision.by?.some((id) => ids.has(id)));
  const standing = summaries.map(({ decision }) => ({
    tokens: decision.tokens.sent,
    source: decision.tokens.source,
  }));
  const all = isCovered ? 'them' : 'some of them';
  return [
    `${what}; the summary stands for ${all} in ${formatTokens(sum(standing), jointSource(standing))}.`,
  ];
}

function cutSentence(items: readonly ItemFacts[]): readonly string[] {
  const cut = items
    .map((item) => ({ tokens: cutTokens(item), source: item.decision.tokens.source }))
    .filter(({ tokens }) => tokens > 0);
  if (cut.length === 0) return [];
  return [
    `${formatCount(cut.length, 'message')} shortened by ${tokenWords(sum(cut), jointSource(cut))}.`,
  ];
}

/** Tokens of a message that are not sent with it; 0 where it is sent whole. */
function cutTokens({ kind, decision }: ItemFacts): number {
  return kind === 'entry' ? Math.max(0, decision.tokens.raw - decision.tokens.sent) : 0;
}

function sum(parts: readonly { readonly tokens: number }[]): number {
  return parts.reduce((all, { tokens }) => all + tokens, 0);
}

/** As sure as the least sure of them. */
function jointSource(parts: readonly { readonly source: TokenSource }[]): TokenSource {
  return parts.find(({ source }) => source !== 'counted')?.source ?? 'counted';
}

function tokenWords(tokens: number, source: TokenSource): string {
  return `${formatTokens(tokens, source)} ${tokens === 1 ? 'token' : 'tokens'}`;
}
