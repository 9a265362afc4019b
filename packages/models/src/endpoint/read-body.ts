import type { AbortSignalLike } from '@agent-memory/core';
import { orAbort } from '@agent-memory/core/internal';

/** The next piece of a body. `broken`: the connection was lost, or the wait for it ended. */
export type BodyPiece =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'end' }
  | { readonly kind: 'broken'; readonly cause: unknown };

/** Reads a body piece by piece. */
export interface BodyReader {
  /** Never rejects. A character that is cut between two pieces comes whole, in the second. */
  next(): Promise<BodyPiece>;
  /** Lets go of what is left. */
  close(): void;
}

/** Reads the text of a body as it arrives, until `signal` ends the wait. */
export function readBody({ body }: Response, signal: AbortSignalLike): BodyReader {
  // Not piped through a decoder stream: a pipe that breaks throws away what is still in it.
  const decoder = new TextDecoder();
  const reader = body?.getReader();
  let isAtEnd = reader === undefined;
  return {
    async next() {
      if (!reader || isAtEnd) return { kind: 'end' };
      try {
        const { done, value } = await orAbort(reader.read(), signal);
        isAtEnd = done;
        return {
          kind: 'text',
          text: done ? decoder.decode() : decoder.decode(value, { stream: true }),
        };
      } catch (cause) {
        isAtEnd = true;
        return { kind: 'broken', cause };
      }
    },
    close() {
      // Nobody waits for it any more, so nobody needs to hear that it could not be ended.
      reader?.cancel().catch(() => undefined);
    },
  };
}

/** The beginning of a body, as much of it as arrives. Never rejects. */
export async function beginningOf(
  response: Response,
  maxCharacters: number,
  signal: AbortSignalLike,
): Promise<{ readonly text: string; readonly isBroken: boolean }> {
  const body = readBody(response, signal);
  let text = '';
  try {
    for (;;) {
      const piece = await body.next();
      if (piece.kind !== 'text') return { text, isBroken: piece.kind === 'broken' };
      text += piece.text;
      if (text.length >= maxCharacters)
        return { text: text.slice(0, maxCharacters), isBroken: false };
    }
  } finally {
    body.close();
  }
}
