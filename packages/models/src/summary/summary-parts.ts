import type { CondenseSource, SummaryRequest } from '@agent-memory/core';
import { type Steps, words } from '@agent-memory/core/internal';
import { piecesWithin } from './pieces-of-text.ts';

type Count = SummaryRequest['count'];

/** The empty line between two messages, and what two texts count more when they are joined. */
export const JOINT_TOKENS = 3;

/** A stretch of the conversation, as text and as messages. */
interface ConversationPart {
  readonly text: string;
  /** Its messages. One that was cut, or held hidden characters or delimiters, is its words and calls as text. */
  readonly sources: readonly CondenseSource[];
}

/** Text that stays in one part. */
interface Piece {
  readonly text: string;
  readonly source: CondenseSource;
}

/** With its tokens and those of the joint behind it. */
type Counted<Item> = Item & { readonly tokens: number };

/**
 * The conversation in parts of at most `partTokens`, in order and about equally long: each made of whole
 * messages, of which only one that is longer than a part is cut itself. No part where nothing was said.
 */
export function* partingConversation(
  sources: readonly CondenseSource[],
  partTokens: number,
  count: Count,
): Steps<readonly ConversationPart[]> {
  const pieces: Counted<Piece>[] = [];
  for (const source of sources) {
    for (const piece of messagePieces(source, partTokens - JOINT_TOKENS, count)) {
      pieces.push(counted(piece, count));
      yield;
    }
  }
  const total = pieces.reduce((sum, { tokens }) => sum + tokens, 0);
  const evenTokens = total / Math.max(1, Math.ceil(total / partTokens));
  return groupsWithin(pieces, partTokens, evenTokens).map((group) => ({
    text: group.map(({ text }) => text).join('\n\n'),
    sources: group.map(({ source }) => source),
  }));
}

/** A message in one piece where it fits, or in several that each say who speaks. */
function* messagePieces(source: CondenseSource, maxTokens: number, count: Count): Generator<Piece> {
  const { speaker, said, isAsWritten } = renderSource(source);
  if (said === '') return;
  const lead = `${speaker} (going on): `;
  let isFirst = true;
  for (const piece of piecesWithin(said, maxTokens - count(lead), count)) {
    const text = isFirst ? `${speaker}: ${piece}` : `${lead}${piece}`;
    const isWhole = isAsWritten && piece === said;
    yield {
      text,
      source: isWhole ? { ...source, text: source.text.trim() } : withWords(source, piece),
    };
    isFirst = false;
  }
}

/** A message of these words alone. */
function withWords({ seq, role, toolName }: CondenseSource, text: string): CondenseSource {
  return { seq, role, text, ...(toolName !== undefined && { toolName: shortName(toolName) }) };
}

function counted<Item extends { readonly text: string }>(item: Item, count: Count): Counted<Item> {
  return { ...item, tokens: count(item.text) + JOINT_TOKENS };
}

/** Texts in groups whose joined text fits; each but the last has at least two where any two of them fit. */
export function textGroups(
  texts: readonly string[],
  maxTokens: number,
  count: Count,
): readonly (readonly string[])[] {
  const pieces = texts.map((text) => counted({ text }, count));
  const groups = groupsWithin(pieces, maxTokens, maxTokens);
  return groups.map((group) => group.map(({ text }) => text));
}

/** Pieces in groups of at most `maxTokens`; one that has reached `enoughTokens` takes no more. */
function groupsWithin<Item>(
  pieces: readonly Counted<Item>[],
  maxTokens: number,
  enoughTokens: number,
): readonly (readonly Counted<Item>[])[] {
  const groups: Counted<Item>[][] = [];
  let tokens = Number.POSITIVE_INFINITY;
  for (const piece of pieces) {
    const current = groups.at(-1);
    if (current && tokens + piece.tokens <= maxTokens && tokens < enoughTokens) {
      current.push(piece);
      tokens += piece.tokens;
    } else {
      groups.push([piece]);
      tokens = piece.tokens;
    }
  }
  return groups;
}

/** The name of a tool stands in each piece of its result, and may be of any length. */
const NAME_CHARACTERS = 64;

/** A message as a model reads it, harmless as its quotation will be, so that it is counted as it is sent. */
function renderSource(source: CondenseSource) {
  const { role, text, toolName = '', toolArguments = [] } = source;
  const spoken = text.trim();
  const name = shortName(toolName);
  const calls = toolArguments.map((json) => `calls ${name || 'a tool'} with ${json}`);
  const said = [...(spoken === '' ? [] : [spoken]), ...calls].join('\n');
  const speaker = role === 'tool' && name !== '' ? `tool ${name}` : role;
  const quoted = words.harmless(said);
  // Whether words and calls stand there to the letter, and the tool's whole name.
  const isAsWritten = quoted === said && name === toolName;
  return { speaker: words.harmless(speaker), said: quoted, isAsWritten };
}

function shortName(toolName: string): string {
  return toolName.slice(0, NAME_CHARACTERS);
}
