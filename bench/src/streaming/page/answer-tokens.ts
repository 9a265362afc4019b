const WORDS = ['the', 'train', 'leaves', 'at', 'noon', 'and', 'takes', 'a', 'bicycle', 'along'];

/**
 * With what tokens come: a frame each, as fast as a page can show them one by one, or a task each,
 * which is faster and shows fewer of them.
 */
export type Pace = 'frame' | 'task';

/** An answer, token by token. */
export async function* answerTokens(tokens: number, pace: Pace): AsyncGenerator<string> {
  for (let index = 0; index < tokens; index += 1) {
    await (pace === 'frame' ? nextFrame() : nextTask());
    yield `${WORDS[index % WORDS.length]}${index % 25 === 24 ? '.\n' : ' '}`;
  }
}

/** Resolves with the next frame. */
export function nextFrame(): Promise<void> {
  return new Promise((resolve) => requestAnimationFrame(() => resolve()));
}

function nextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}
