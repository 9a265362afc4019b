import type { CondenseSource } from '@agent-memory/core';
import type { Steps } from '@agent-memory/core/internal';
import { type RenderedSource, renderSource } from './render-source.ts';
import { type Count, piecesWithin } from './split-text.ts';

/** The empty line between two messages, and what two texts count more when they are joined. */
const JOINT_TOKENS = 3;

/** Text that stays in one part. */
interface Piece {
  readonly text: string;
  readonly tokens: number;
}

/**
 * The conversation in parts of at most `partTokens`, in order and about equally long: each made of whole
 * messages, of which only one that is longer than a part is cut itself. No part where nothing was said.
 */
export function* partingConversation(
  sources: readonly CondenseSource[],
  partTokens: number,
  count: Count,
): Steps<readonly string[]> {
  const pieces: Piece[] = [];
  for (const source of sources) {
    for (const text of messagePieces(renderSource(source), partTokens - JOINT_TOKENS, count)) {
      pieces.push({ text, tokens: count(text) + JOINT_TOKENS });
      yield;
    }
  }
  const total = pieces.reduce((sum, { tokens }) => sum + tokens, 0);
  const evenTokens = total / Math.max(1, Math.ceil(total / partTokens));
  return groupsWithin(pieces, partTokens, evenTokens).map(textOfGroup);
}

/** A message in one piece where it fits, or in several that each say who speaks. */
function* messagePieces(
  { speaker, said }: RenderedSource,
  maxTokens: number,
  count: Count,
): Generator<string> {
  if (said === '') return;
  const lead = `${speaker} (going on): `;
  let isFirst = true;
  for (const piece of piecesWithin(said, maxTokens - count(lead), count)) {
    yield isFirst ? `${speaker}: ${piece}` : `${lead}${piece}`;
    isFirst = false;
  }
}

/** Texts in groups whose joined text fits; each but the last has at least two where any two of them fit. */
export function textGroups(
  texts: readonly string[],
  maxTokens: number,
  count: Count,
): readonly (readonly string[])[] {
  const pieces = texts.map((text) => ({ text, tokens: count(text) + JOINT_TOKENS }));
  return groupsWithin(pieces, maxTokens, maxTokens).map((group) => group.map(({ text }) => text));
}

/** Pieces in groups of at most `maxTokens`; one that has reached `enoughTokens` takes no more. */
function groupsWithin(
  pieces: readonly Piece[],
  maxTokens: number,
  enoughTokens: number,
): readonly (readonly Piece[])[] {
  const groups: Piece[][] = [];
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

function textOfGroup(group: readonly Piece[]): string {
  return group.map(({ text }) => text).join('\n\n');
}
