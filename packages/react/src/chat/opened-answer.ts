/**
 * Waits for the first piece of an answer that shows something, and gives the whole answer, from its
 * beginning. Rejects where the answer fails before that. Nothing more is read ahead.
 */
export async function openedAnswer<Piece>(
  pieces: AsyncIterable<Piece>,
  showsNothing: (piece: Piece) => boolean = () => false,
): Promise<AsyncIterable<Piece>> {
  const rest = pieces[Symbol.asyncIterator]();
  const silent: Piece[] = [];
  for (;;) {
    const next = await rest.next();
    if (next.done || !showsNothing(next.value)) return wholeAnswer(silent, next, rest);
    silent.push(next.value);
  }
}

async function* wholeAnswer<Piece>(
  silent: readonly Piece[],
  shown: IteratorResult<Piece>,
  rest: AsyncIterator<Piece>,
): AsyncGenerator<Piece, void> {
  let next = shown;
  let isOpen = !next.done;
  try {
    yield* silent;
    while (!next.done) {
      yield next.value;
      isOpen = false;
      next = await rest.next();
      isOpen = !next.done;
    }
  } finally {
    // The reader stopped in the middle; an answer that ended or failed has closed itself.
    if (isOpen) await rest.return?.();
  }
}
