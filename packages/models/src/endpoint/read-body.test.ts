import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type BodyPiece, beginningOf, readBody } from './read-body.ts';

const TEXT = 'Größe 14 €, 座席 14C, 👩‍✈️ \r\n';
const { signal } = new AbortController();

/** A response whose body comes in these pieces. */
function responseOf(pieces: readonly Uint8Array[], ending: 'end' | 'break' = 'end'): Response {
  const rest = [...pieces];
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      const next = rest.shift();
      if (next) controller.enqueue(next);
      else if (ending === 'end') controller.close();
      else controller.error(new TypeError('terminated'));
    },
  });
  return new Response(body);
}

async function readAll(response: Response): Promise<{ text: string; last: BodyPiece }> {
  const body = readBody(response, signal);
  let text = '';
  for (;;) {
    const piece = await body.next();
    if (piece.kind !== 'text') return { text, last: piece };
    text += piece.text;
  }
}

test('[MOD-3] a character that is cut between two pieces comes whole, wherever it is cut', async () => {
  const bytes = new TextEncoder().encode(TEXT);
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(bytes.length), { maxLength: 20 }), async (places) => {
      const at = [0, ...places.toSorted((left, right) => left - right), bytes.length];
      const pieces = at.slice(1).map((place, index) => bytes.slice(at[index], place));
      expect(await readAll(responseOf(pieces))).toEqual({ text: TEXT, last: { kind: 'end' } });
    }),
  );
});

test('[MOD-3] half a character at the end is shown as one that is missing', async () => {
  const { text } = await readAll(responseOf([new Uint8Array([0x61, 0xe2, 0x82])]));
  expect(text).toBe('a\uFFFD');
});

test('[MOD-3] a body that breaks gives what came before it, and why', async () => {
  const read = await readAll(responseOf([new TextEncoder().encode('Once')], 'break'));
  expect(read).toMatchObject({ text: 'Once', last: { kind: 'broken' } });
});

test('[MOD-3] the wait ends with its signal, also for a body that knows none', async () => {
  const controller = new AbortController();
  const body = readBody(new Response(new ReadableStream()), controller.signal);
  const piece = body.next();
  controller.abort(new Error('enough'));
  expect(await piece).toMatchObject({ kind: 'broken', cause: { message: 'enough' } });
  expect(await body.next()).toEqual({ kind: 'end' });
});

test('an answer without a body ends at once', async () => {
  expect(await readAll(new Response(null))).toEqual({ text: '', last: { kind: 'end' } });
});

test('[MOD-3] only the beginning of a body without end is read', async () => {
  let isCancelled = false;
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.enqueue(new TextEncoder().encode('x'.repeat(1_000))),
    cancel: () => {
      isCancelled = true;
    },
  });
  const { text, isBroken } = await beginningOf(new Response(body), 2_500, signal);
  expect({ length: text.length, isBroken, isCancelled }).toEqual({
    length: 2_500,
    isBroken: false,
    isCancelled: true,
  });
});
