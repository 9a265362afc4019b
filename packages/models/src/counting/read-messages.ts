import type { OpenAiMessage } from '@agent-memory/core';
import { isRecord, type Json, parsedJson, stringOf } from '../endpoint/json.ts';

/** One piece of a message, as both providers know it. */
export type Piece =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'image'; readonly url: string; readonly inline?: InlineFile }
  | { readonly kind: 'call'; readonly id: string; readonly name: string; readonly input: Json }
  | { readonly kind: 'result'; readonly id: string; readonly name: string; readonly text: string };

/** A file inside its message, in base64. */
export interface InlineFile {
  readonly mimeType: string;
  readonly data: string;
}

/** Pieces of one side of a conversation, and of the other. */
export interface Turn {
  readonly role: 'user' | 'assistant';
  readonly pieces: readonly Piece[];
}

/** A context taken apart: the system text ahead of it, and turns that alternate, the user's first. */
export interface ReadContext {
  readonly system: string;
  readonly turns: readonly Turn[];
  /** The names of called tools, each once. */
  readonly called: readonly string[];
}

/** Both providers refuse a context that begins with an answer. */
const OPENING: Turn = { role: 'user', pieces: [{ kind: 'text', text: '(continued)' }] };

/**
 * Takes a context in OpenAI's form apart. System messages go ahead, results belong to the user's side,
 * neighbours of one side become one turn, and texts that say nothing are left out: providers refuse
 * them.
 */
export function readContext(messages: readonly OpenAiMessage[]): ReadContext {
  const system: string[] = [];
  const turns: { role: Turn['role']; pieces: Piece[] }[] = [];
  const names = new Map<string, string>();
  for (const message of messages) {
    const { role } = message;
    if (role === 'system' || role === 'developer') {
      system.push(...piecesOfContent(message.content).flatMap(textOfPiece));
      continue;
    }
    const pieces = piecesOf(message as unknown as Json, names);
    if (pieces.length === 0) continue;
    const side = role === 'assistant' ? 'assistant' : 'user';
    const last = turns.at(-1);
    if (last?.role === side) last.pieces.push(...pieces);
    else turns.push({ role: side, pieces: [...pieces] });
  }
  const isOpen = turns[0]?.role === 'user';
  return {
    system: system.join('\n\n'),
    turns: isOpen ? turns : [OPENING, ...turns],
    called: [...new Set(names.values())],
  };
}

function piecesOf(message: Json, names: Map<string, string>): readonly Piece[] {
  const content = piecesOfContent(message.content);
  if (message.role === 'tool') {
    const id = stringOf(message.tool_call_id);
    const text = content.flatMap(textOfPiece).join('\n');
    return [{ kind: 'result', id, name: names.get(id) ?? 'tool', text }];
  }
  const calls = Array.isArray(message.tool_calls) ? message.tool_calls.filter(isRecord) : [];
  return [
    ...content,
    ...calls.map((call): Piece => {
      const { name, input } = readCall(call);
      const id = stringOf(call.id);
      names.set(id, name);
      return { kind: 'call', id, name, input };
    }),
  ];
}

/** Arguments that are no object are counted as text in one. */
function readCall(call: Json): { readonly name: string; readonly input: Json } {
  const asked = isRecord(call.function) ? call.function : isRecord(call.custom) ? call.custom : {};
  const text = stringOf(asked.arguments ?? asked.input);
  const input = parsedJson(text);
  const name = stringOf(asked.name) || 'tool';
  return { name, input: isRecord(input) ? input : text === '' ? {} : { input: text } };
}

function piecesOfContent(content: unknown): readonly Piece[] {
  if (typeof content === 'string') return textPiece(content);
  if (!Array.isArray(content)) return [];
  return content.filter(isRecord).flatMap((part) => {
    const url = isRecord(part.image_url) ? stringOf(part.image_url.url) : '';
    if (url !== '') return [imagePiece(url)];
    const text = stringOf(part.text ?? part.refusal);
    // A part that has no counterpart is counted as the text that it is.
    return textPiece(text === '' && part.type !== 'text' ? JSON.stringify(part) : text);
  });
}

function textPiece(text: string): readonly Piece[] {
  return text.trim() === '' ? [] : [{ kind: 'text', text }];
}

function imagePiece(url: string): Piece {
  const [, mimeType, data] = /^data:([^;,]+);base64,(.+)$/s.exec(url) ?? [];
  return mimeType && data
    ? { kind: 'image', url, inline: { mimeType, data } }
    : { kind: 'image', url };
}

function textOfPiece(piece: Piece): readonly string[] {
  return piece.kind === 'text' ? [piece.text] : [];
}
