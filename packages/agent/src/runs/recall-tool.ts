import type { AgentMemory, Entry } from '@agent-memory/core';
import { allLoaded } from '@agent-memory/core/internal';
import { defineTool, type ModelTool } from '../tools/model-tool.ts';
import { type Cursor, FROM_START, type PageRoom, pageFrom, type Quotable } from './paging.ts';
import { piecesOf, toolNamesIn } from './pieces.ts';
import { isRecalled } from './quotation.ts';
import type { RunLog } from './run-log.ts';

/** The session as the tool reads it. */
export interface RecallHost {
  readonly memory: Pick<AgentMemory<unknown>, 'ready' | 'entries' | 'entry' | 'getState'>;
  readonly log: RunLog;
  readonly room: PageRoom;
}

/** The words by which a model knows the tool. */
export const RECALL = {
  name: 'recall',
  description:
    'Brings back what was said or returned earlier in this session, to the letter, after it left your context or was shortened. Say exactly one of: `block` (a block of the catalog), `message` (the number behind #), `from` with `to` (a range of numbers), `entry` (an id) or `text` (messages that hold this text). Use search_session if you have none of these. Long results come in pages: call it again as the last line says.',
  parameters: {
    type: 'object',
    properties: {
      block: { type: 'integer', description: 'Number of a block, from 1.' },
      message: { type: 'integer', description: 'Number of a message, as in #12.' },
      from: { type: 'integer', description: 'Number of the first message of a range.' },
      to: { type: 'integer', description: 'Number of the last message of the range.' },
      entry: { type: 'string', description: 'Id of an entry.' },
      text: { type: 'string', description: 'Text that stands in the messages, to the letter.' },
      cursor: { type: 'string', description: 'Where to continue, as the last page said.' },
    },
    additionalProperties: false,
  },
} as const;

interface RecallArguments {
  readonly block?: number;
  readonly message?: number;
  readonly from?: number;
  readonly to?: number;
  readonly entry?: string;
  readonly text?: string;
  readonly cursor?: string;
}

/** Messages that were asked for, or a sentence for the model where there are none. */
type Selection = (() => Iterable<Quotable>) | string;

const HOW =
  'Call recall with exactly one of: block, message, from with to, entry, text. For example {"message": 12}.';
const OTHER_PAGES =
  'This cursor is of other pages: they were asked for in another way, or the conversation has changed since. Leave it out to begin at the first page.';
const CHUNK = 64;

/** The tool by which a model has originals brought back. */
export function recallTool(host: RecallHost): ModelTool<RecallArguments> {
  return defineTool({
    ...RECALL,
    execute: async (args: RecallArguments) => {
      await allLoaded(host.memory);
      return recalled(args, host);
    },
  });
}

function recalled(args: RecallArguments, host: RecallHost): string {
  const { cursor, ...asked } = args;
  const ofWhat = (seq: number) =>
    JSON.stringify([
      asked,
      asked.entry ?? host.memory.entries({ fromSeq: seq, toSeq: seq + 1 })[0]?.id,
    ]);
  const place = cursor === undefined ? undefined : readPlace(cursor, ofWhat);
  if (cursor !== undefined && !place) {
    return `"${cursor}" is no cursor. Leave it out to begin at the first page.`;
  }
  const selection = selectionOf(asked, host);
  if (typeof selection === 'string') return selection;
  if (place?.isOfThis === false) return OTHER_PAGES;
  const from = place?.cursor ?? FROM_START;
  const footer = (next: Cursor | undefined) =>
    next
      ? `There is more: recall(${JSON.stringify({ ...asked, cursor: writtenPlace(next, ofWhat(next.seq)) })})`
      : '';
  const page = pageFrom(selection, from, host.room, footer);
  return isEmpty(selection, from) ? nothingThere(cursor) : page.text;
}

function selectionOf(args: Omit<RecallArguments, 'cursor'>, host: RecallHost): Selection {
  const { block, message, from, to, entry, text } = args;
  const isRange = from !== undefined || to !== undefined;
  const asked = [block, message, entry, text].filter((one) => one !== undefined);
  if (asked.length + (isRange ? 1 : 0) !== 1) return HOW;
  if (block !== undefined) return blockSelection(block, host);
  if (message !== undefined) return rangeSelection(message, message, host);
  if (entry !== undefined) return entrySelection(entry, host);
  if (text !== undefined) return textSelection(text, host);
  return rangeSelection(from ?? to ?? 0, to ?? from ?? 0, host);
}

function blockSelection(number: number, host: RecallHost): Selection {
  const run = host.log.run(number);
  if (run) return () => quotables(host, run.fromSeq, run.toSeq, isNoCopy);
  const count = host.log.count;
  if (count === 0) return `There is no block ${number}: nothing has been said in this session yet.`;
  return `There is no block ${number}. This session has blocks 1 to ${count}; ${count} is the newest.`;
}

function rangeSelection(from: number, to: number, host: RecallHost): Selection {
  const count = host.memory.getState().entries;
  if (count === 0) return 'There are no messages in this session yet.';
  if (from > to) return `The range ends before it begins: from ${from} to ${to}. Swap them.`;
  if (to < 0 || from >= count) {
    return `There is no message ${from === to ? from : `from ${from} to ${to}`}. This session has messages 0 to ${count - 1}.`;
  }
  const isOne = from === to;
  const end = Math.min(to + 1, count);
  return () => quotables(host, Math.max(0, from), end, isOne ? () => true : isNoCopy);
}

function entrySelection(id: string, host: RecallHost): Selection {
  const entry = host.memory.entry(id);
  if (!entry) return `There is no entry "${id}" in this session. Use search_session to find it.`;
  const [here] = host.memory.entries({ fromSeq: entry.seq, toSeq: entry.seq + 1 });
  if (here?.id === entry.id) return rangeSelection(entry.seq, entry.seq, host);
  // On another branch its unit stands elsewhere, so the tools of its results are not known.
  const { seq } = entry;
  const pieces = piecesOf(entry, () => undefined).map((piece) => ({
    ...piece,
    label: `${piece.label}, on another branch of this conversation`,
  }));
  return () => [{ seq, pieces }];
}

function textSelection(text: string, host: RecallHost): Selection {
  if (text.trim() === '') return 'Say in `text` which text the messages hold.';
  const wanted = text.toLowerCase();
  const holds = (entry: Entry) =>
    isNoCopy(entry) &&
    piecesOf(entry, () => undefined).some((piece) => piece.text.toLowerCase().includes(wanted));
  const selection = () => quotables(host, 0, host.memory.getState().entries, holds);
  if (!isEmpty(selection, FROM_START)) return selection;
  return `No message of this session holds ${JSON.stringify(text.slice(0, 80))} to the letter. Try a shorter text, or search_session.`;
}

/** A message that recall brought back stands as an original elsewhere. */
function isNoCopy({ message }: Entry): boolean {
  return !isRecalled(message);
}

function* quotables(
  host: RecallHost,
  fromSeq: number,
  toSeq: number,
  isWanted: (entry: Entry) => boolean,
): Iterable<Quotable> {
  for (let seq = fromSeq; seq < toSeq; seq += CHUNK) {
    for (const entry of host.memory.entries({
      fromSeq: seq,
      toSeq: Math.min(seq + CHUNK, toSeq),
    })) {
      if (!isWanted(entry)) continue;
      const isResult = entry.message.role === 'tool';
      const unit = isResult
        ? host.memory.entries({ fromSeq: entry.unitStart, toSeq: entry.seq })
        : [];
      yield { seq: entry.seq, pieces: piecesOf(entry, toolNamesIn(unit)) };
    }
  }
}

function isEmpty(selection: () => Iterable<Quotable>, from: Cursor): boolean {
  for (const { seq, pieces } of selection()) {
    if (seq > from.seq && pieces.length > 0) return false;
    if (seq === from.seq && pieces.length > from.piece) return false;
  }
  return true;
}

function nothingThere(cursor: string | undefined): string {
  return cursor === undefined
    ? 'There is no text in it: system messages and reasoning are not brought back.'
    : 'Nothing comes behind this cursor; the page before was the last one.';
}

const WRITTEN = /^(\d{1,9})\.(\d{1,9})\.(\d{1,9})\.([0-9a-z]{7})$/;

/** A place as the model writes it back: where a page begins, and a sum of what it is a page of. */
function writtenPlace({ seq, piece, character }: Cursor, ofWhat: string): string {
  return `${seq}.${piece}.${character}.${sumOf(ofWhat)}`;
}

/** The place, and whether it is one of this; `undefined` where the text is no place. */
function readPlace(
  text: string,
  ofWhat: (seq: number) => string,
): { readonly cursor: Cursor; readonly isOfThis: boolean } | undefined {
  const [, seq, piece, character, sum] = WRITTEN.exec(text) ?? [];
  if (seq === undefined) return undefined;
  const cursor = { seq: Number(seq), piece: Number(piece), character: Number(character) };
  return { cursor, isOfThis: sum === sumOf(ofWhat(cursor.seq)) };
}

/** FNV-1a, 32 bits (http://www.isthe.com/chongo/tech/comp/fnv/): tells apart, and protects nothing. */
function sumOf(text: string): string {
  let sum = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) {
    sum = Math.imul(sum ^ text.charCodeAt(at), 0x01000193) >>> 0;
  }
  return sum.toString(36).padStart(7, '0');
}
