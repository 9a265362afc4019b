import { expect, test } from 'vitest';
import { openedAnswer } from './opened-answer.ts';

/** An answer that notes what is read of it and how it was closed. */
function anAnswer(pieces: readonly string[], fault?: Error) {
  const noted: string[] = [];
  async function* answer(): AsyncGenerator<string, void> {
    try {
      for (const piece of pieces) {
        noted.push(piece);
        yield piece;
      }
      if (fault) throw fault;
      noted.push('ended');
    } finally {
      noted.push('closed');
    }
  }
  return { noted, answer: answer() };
}

const isSilent = (piece: string) => piece.startsWith('silent');

async function everythingOf(answer: AsyncIterable<string>): Promise<readonly string[]> {
  const pieces: string[] = [];
  for await (const piece of answer) pieces.push(piece);
  return pieces;
}

test('[RCT-5] an answer opens with the first piece that shows something, and nothing more is read', async () => {
  const { noted, answer } = anAnswer(['silent 1', 'silent 2', 'shown', 'next']);
  const opened = await openedAnswer(answer, isSilent);
  expect(noted).toEqual(['silent 1', 'silent 2', 'shown']);
  expect(await everythingOf(opened)).toEqual(['silent 1', 'silent 2', 'shown', 'next']);
  expect(noted.slice(-3)).toEqual(['next', 'ended', 'closed']);
});

test('[RCT-5] an answer that shows nothing is given to its end', async () => {
  expect(await everythingOf(await openedAnswer(anAnswer([]).answer))).toEqual([]);
  const { answer } = anAnswer(['silent']);
  expect(await everythingOf(await openedAnswer(answer, isSilent))).toEqual(['silent']);
});

test('[RCT-5] opening rejects where the answer fails before its first piece', async () => {
  const fault = new Error('refused');
  const { noted, answer } = anAnswer(['silent'], fault);
  await expect(openedAnswer(answer, isSilent)).rejects.toBe(fault);
  expect(noted).toEqual(['silent', 'closed']);
});

test('[RCT-5] an answer that fails later fails for its reader', async () => {
  const fault = new Error('gone');
  const opened = await openedAnswer(anAnswer(['one'], fault).answer);
  await expect(everythingOf(opened)).rejects.toBe(fault);
});

test.each([
  ['held back', ['silent', 'shown']],
  ['shown', ['shown', 'next']],
])(
  '[RCT-5] an answer is closed when its reader stops at a piece that was %s',
  async (_, pieces) => {
    const { noted, answer } = anAnswer(pieces);
    for await (const _piece of await openedAnswer(answer, isSilent)) break;
    expect(noted.at(-1)).toBe('closed');
    expect(noted).not.toContain('ended');
  },
);

test('[RCT-5] an answer that ended or failed is not closed once more', async () => {
  let closed = 0;
  function once(last: () => IteratorResult<string>): AsyncIterable<string> {
    const results = [() => ({ done: false as const, value: 'one' }), last];
    return {
      [Symbol.asyncIterator]: () => ({
        next: async () => (results.shift() ?? last)(),
        return: async () => {
          closed += 1;
          return { done: true, value: undefined };
        },
      }),
    };
  }
  await everythingOf(await openedAnswer(once(() => ({ done: true, value: undefined }))));
  const failing = await openedAnswer(
    once(() => {
      throw new Error('gone');
    }),
  );
  await expect(everythingOf(failing)).rejects.toThrow('gone');
  expect(closed).toBe(0);
});
