import { ThinkingFold } from '../chat/thinking-fold.tsx';
import { Button } from '../design/button.tsx';
import { RestartIcon } from '../design/icons.tsx';
import styles from './turn-tail.module.css';
import type { ChatEnd } from './use-model-chat.ts';

/** Behind the last message: thoughts that led to no answer, and the way to ask once more. */
export function TurnTail({
  end,
  isAnswered,
  onAgain,
}: {
  readonly end: ChatEnd | undefined;
  /** True if the last question has an answer. */
  readonly isAnswered: boolean;
  readonly onAgain: () => void;
}) {
  const thinking = end?.kind === 'failed' && end.reply.text === '' ? end.reply.thinking : '';
  return (
    <div className={styles.tail}>
      {thinking !== '' && <ThinkingFold text={thinking} />}
      <Button look="quiet" className={styles.again} onClick={onAgain}>
        <RestartIcon /> {isAnswered ? 'Regenerate' : 'Ask again'}
      </Button>
    </div>
  );
}
