import { useSyncExternalStore } from 'react';
import { GrowingMessage } from '../chat/message-row.tsx';
import type { SpokenText } from './spoken-text.ts';

/** The words that the assistant is saying. Nothing but this is rendered anew for each word. */
export function SpokenMessage({ spoken }: { readonly spoken: SpokenText }) {
  return <GrowingMessage text={useSyncExternalStore(spoken.subscribe, spoken.get)} />;
}
