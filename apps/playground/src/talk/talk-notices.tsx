import type { Explanation } from '@agent-memory/models';
import { useSyncExternalStore } from 'react';
import { GrowingMessage } from '../chat/message-row.tsx';
import { Button } from '../design/button.tsx';
import { FailureText } from '../design/failure-text.tsx';
import { Notice } from '../design/notice.tsx';
import type { Talk, TalkEnd } from './use-talk.ts';

/** Notices about the turn: a silent model, or how the last turn ended. */
export function TalkNotices({
  talk: { state, end, dismiss },
  silence,
  onAgain,
}: {
  readonly talk: Talk;
  /** The words about a model that has said nothing for a while. */
  readonly silence: string;
  readonly onAgain: () => void;
}) {
  if (state === 'silent') return <Notice tone="warn">{silence}</Notice>;
  const explanation = end && explained(end);
  if (!explanation) return null;
  return (
    <Notice tone="bad" action={<Button onClick={onAgain}>Try again</Button>} onDismiss={dismiss}>
      <FailureText {...explanation} />
    </Notice>
  );
}

function explained(end: TalkEnd): Explanation | undefined {
  if (end.kind === 'fault' && end.message !== undefined) {
    return { sentence: `The turn went wrong: ${end.message}`, remedies: [] };
  }
  if (end.kind !== 'failed') return undefined;
  const { sentence, remedies } = end.error.explanation;
  const isKept = end.error.partial.text !== '';
  return {
    sentence: isKept ? `${sentence} What had arrived is in the chat, marked with “…”.` : sentence,
    remedies,
  };
}

/** The part of an answer that has arrived. Nothing but this is rendered anew for each piece. */
export function GrowingReply({
  talk: { growing },
  name,
}: {
  readonly talk: Talk;
  readonly name: string;
}) {
  const { text, thinking } = useSyncExternalStore(growing.subscribe, growing.get);
  const waiting = thinking === '' ? `waiting for ${name} …` : 'thinking …';
  return (
    <GrowingMessage text={text} thinking={thinking} doing={text === '' ? waiting : 'writing …'} />
  );
}
