import type { ChatDelta } from '../chat/chat-model.ts';
import type { Secrets } from './secrets.ts';

/** Tells the pieces of an answer, without the keys that a server may repeat in it. */
export interface Deltas {
  tell(news: ChatDelta): void;
  /** Tells the rest that was held back, since it might have been the beginning of a key. */
  end(): void;
}

/** @param onDelta not called for a piece that adds nothing. */
export function tellDeltas(
  { hideInPieces }: Secrets,
  onDelta: ((delta: ChatDelta) => void) | undefined,
): Deltas {
  const [text, thinking] = [hideInPieces(), hideInPieces()];
  const tell = (delta: ChatDelta): void => {
    if (delta.text !== '' || delta.thinking !== '') onDelta?.(delta);
  };
  return {
    tell: (news) => tell({ text: text.next(news.text), thinking: thinking.next(news.thinking) }),
    end: () => tell({ text: text.end(), thinking: thinking.end() }),
  };
}
