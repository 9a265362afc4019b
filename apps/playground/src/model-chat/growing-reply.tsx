import type { ChatReply } from '@agent-memory/models';
import { useSyncExternalStore } from 'react';
import type { WatchedValue } from '../app/watched-value.ts';
import { GrowingMessage } from '../chat/message-row.tsx';

/** The part of an answer that has arrived. Nothing but this is rendered anew for each piece. */
export function GrowingReply({
  growing,
  model,
}: {
  readonly growing: WatchedValue<ChatReply>;
  readonly model: string;
}) {
  const { text, thinking } = useSyncExternalStore(growing.subscribe, growing.get);
  return <GrowingMessage text={text} thinking={thinking} doing={doing(text, thinking, model)} />;
}

function doing(text: string, thinking: string, model: string): string {
  if (text !== '') return 'writing …';
  return thinking === '' ? `waiting for ${model} …` : 'thinking …';
}
