import type { Explanation, ModelError } from '@agent-memory/models';
import type { ReactNode } from 'react';
import { Button } from '../design/button.tsx';
import { Notice } from '../design/notice.tsx';
import { FailureText } from './failure-text.tsx';
import type { ChatEnd, ModelChat } from './use-model-chat.ts';

/** Tells a person about the turn: a silent model, or how the last one ended. */
export function ChatNotices({
  chat,
  silence,
  explain,
  onAgain,
}: {
  readonly chat: ModelChat;
  /** The words about a model that has said nothing for a while. */
  readonly silence: ReactNode;
  /** Puts a failure into the words of the page. */
  readonly explain: (error: ModelError) => Explanation;
  readonly onAgain: () => void;
}) {
  const { state, end, dismiss, stop } = chat;
  if (state === 'silent') {
    return (
      <Notice tone="warn" action={<Button onClick={stop}>Stop waiting</Button>}>
        {silence}
      </Notice>
    );
  }
  const explanation = end && explained(end, explain);
  return (
    <>
      {explanation && (
        <Notice
          tone="bad"
          action={<Button onClick={onAgain}>Try again</Button>}
          onDismiss={dismiss}
        >
          <FailureText explanation={explanation} />
        </Notice>
      )}
      {end && 'notes' in end
        ? end.notes.map((note) => (
            <Notice key={note} tone="warn" onDismiss={dismiss}>
              {note}
            </Notice>
          ))
        : null}
    </>
  );
}

function explained(
  end: ChatEnd,
  explain: (error: ModelError) => Explanation,
): Explanation | undefined {
  if (end.kind === 'fault' && end.message !== undefined) {
    return { sentence: `The turn ended early: ${end.message}`, remedies: [] };
  }
  return end.kind === 'failed' ? explain(end.error) : undefined;
}
