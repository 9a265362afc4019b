import { useSyncExternalStore } from 'react';
import { GrowingMessage } from '../chat/message-row.tsx';
import type { SpokenText } from './spoken-text.ts';

/** The words that the assistant is saying, or the tool that it waits for. Nothing but this is rendered anew for each word. */
export function SpokenMessage({
  spoken,
  toolName,
}: {
  readonly spoken: SpokenText;
  readonly toolName: string | undefined;
}) {
  const text = useSyncExternalStore(spoken.subscribe, spoken.get);
  return (
    <GrowingMessage
      text={text}
      {...(toolName !== undefined && { doing: `calling ${toolName} …` })}
    />
  );
}
