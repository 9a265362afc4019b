import type { Explanation } from '@agent-memory/models';
import { Button } from '../design/button.tsx';
import { Notice } from '../design/notice.tsx';
import { originOf, type Server, SILENCE_MS } from './endpoint-settings.ts';
import { explainError } from './explain-error.ts';
import { FailureText } from './failure-text.tsx';
import type { ChatEnd, EndpointChat } from './use-endpoint-chat.ts';

/** Tells a person about the turn: a silent server, or how the last one ended. */
export function ChatNotices({
  chat,
  server,
  onAgain,
}: {
  readonly chat: EndpointChat;
  readonly server: Server;
  readonly onAgain: () => void;
}) {
  const { state, end, dismiss, stop } = chat;
  if (state === 'silent') {
    return (
      <Notice tone="warn" action={<Button onClick={stop}>Stop waiting</Button>}>
        {originOf(server.address)} has said nothing for {SILENCE_MS / 1_000} s. It may be loading
        the model, or reading a long context. What has arrived stays; wait on, or stop.
      </Notice>
    );
  }
  const explanation = end && explained(end);
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

function explained(end: ChatEnd): Explanation | undefined {
  if (end.kind === 'fault' && end.message !== undefined) {
    return { sentence: `The turn ended early: ${end.message}`, remedies: [] };
  }
  return end.kind === 'failed' ? explainError(end.error) : undefined;
}
