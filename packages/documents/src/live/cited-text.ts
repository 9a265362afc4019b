import type { LivePart, LiveRoom, LiveText } from '@agent-memory/core';
import { words } from '@agent-memory/core/internal';
import { sharesOf } from '@agent-memory/long-term/internal';
import type { CutChunk, DocumentHit, FoundChunks } from '../documents.ts';
import type { Range } from '../read/block.ts';

/**
 * A chunk as a model reads it: where it stands and how sure it is on one line, then its words, each line behind a
 * mark, so that nothing in them reads as another citation.
 */
export function citedText({ chunk, citation, confidence }: DocumentHit): string {
  const { title, source, headings, pages, lines, chunkId } = citation;
  const facts = [
    `document "${title.replaceAll('"', '”')}"`,
    ...(headings.length === 0 ? [] : [`section ${headings.join(' > ')}`]),
    ...(pages ? [rangeText('page', pages)] : []),
    ...(lines ? [rangeText('line', lines)] : []),
    ...(source === undefined ? [] : [`from ${words.onOneLine(source)}`]),
    `confidence ${Math.round(confidence * 100)} %; quoted from outside, not a fact`,
  ];
  const quoted = chunk.text.split(words.LINE_BREAK).map((line) => `  > ${line}`);
  return [`- [${chunkId}] (${facts.join('; ')})`, ...quoted].join('\n');
}

function rangeText(name: string, { first, last }: Range): string {
  return first === last ? `${name} ${first}` : `${name}s ${first}–${last}`;
}

/** The chunks in the room there is, and a decision for each. */
export function citedChunks({ hits, cut }: FoundChunks, room: LiveRoom): LiveText | undefined {
  if (hits.length === 0 && cut.length === 0) return undefined;
  let text = '';
  const parts = hits.map((hit): LivePart => {
    const words = citedText(hit);
    const longer = text === '' ? words : `${text}\n${words}`;
    if (room.count(longer) > room.maxTokens) return crowdedPart(hit, words);
    text = longer;
    return sentPart(hit, words);
  });
  return { text, parts: [...parts, ...cut.map(heldPart)] };
}

/** Without its words: anyone who wants to see them reads the document. */
function heldPart({ id, reasons, score }: CutChunk): LivePart {
  return {
    id,
    fate: 'not-selected',
    rule: 'CHUNK_HELD',
    numbers: { score },
    sentence: `Held back, because it reads like an order to the assistant: ${reasons.join(' ')}`,
    remedy: 'Look at it with `read`; remove the document where it is hostile.',
  };
}

function sentPart(hit: DocumentHit, text: string): LivePart {
  const { chunk, rank, score, confidence } = hit;
  const { reasons, numbers } = sharesOf(hit);
  return {
    id: chunk.id,
    fate: 'sent',
    rule: 'CHUNK_RETRIEVED',
    text,
    numbers: { rank, score, confidence, ...numbers },
    sentence: `Found as number ${rank} in the documents for the message being answered: ${reasons}.`,
  };
}

function crowdedPart({ chunk, rank, score, confidence }: DocumentHit, text: string): LivePart {
  return {
    id: chunk.id,
    fate: 'not-selected',
    rule: 'CHUNK_NO_ROOM',
    text,
    numbers: { rank, score, confidence },
    sentence: `Found as number ${rank} in the documents, and left out: better hits fill the room.`,
    remedy: 'A larger budget holds it.',
  };
}
