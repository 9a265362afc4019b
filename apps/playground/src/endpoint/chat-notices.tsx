import { Button } from '../design/button.tsx';
import { Notice } from '../design/notice.tsx';
import type { Connection, Server } from './connection.ts';
import { originOf } from './endpoint-address.ts';
import { type Explanation, explainFailure } from './explain-failure.ts';
import { FailureText } from './failure-text.tsx';
import type { Reply } from './reply.ts';
import { SILENCE_MS } from './stream-reply.ts';
import type { ChatEnd, EndpointChat } from './use-endpoint-chat.ts';

/** What a person has to know of the turn: a silent server, or how the last one ended. */
export function ChatNotices({
  chat,
  server,
  model,
  connection,
  onAgain,
}: {
  readonly chat: EndpointChat;
  readonly server: Server;
  readonly model: string;
  readonly connection: Connection;
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
  const explanation = end && explained(end, { server, model, connection });
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
  { server, model, connection }: { server: Server; model: string; connection: Connection },
): Explanation | undefined {
  if (end.kind === 'fault' && end.message !== undefined) {
    return { sentence: `The turn ended early: ${end.message}`, remedies: [] };
  }
  if (end.kind !== 'failed') return undefined;
  return explainFailure(end.failure, {
    address: server.address,
    model,
    hasKey: server.key !== undefined,
    pageOrigin: connection.pageOrigin,
    arrived: arrivedOf(end.reply),
  });
}

function arrivedOf({ text, thinking }: Reply): 'nothing' | 'thoughts' | 'words' {
  if (text !== '') return 'words';
  return thinking === '' ? 'nothing' : 'thoughts';
}
