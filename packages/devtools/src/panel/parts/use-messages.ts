import type { Decision, Entry, Message } from '@agent-memory/core';
import { useCallback } from 'react';
import { usePanel } from './panel-context.ts';
import { type Asked, arrived, useAnswer } from './use-answer.ts';

/** The message that is sent for an item; asked again for each plan, which may send another text. */
export function useSentMessage(itemId: string): Asked<Message | undefined> {
  const { source, state } = usePanel();
  const { plan } = state;
  return useAnswer(
    useCallback(() => (plan ? source.sentMessage(itemId) : undefined), [source, itemId, plan]),
  );
}

/** The original at a place of the transcript, once it is here. */
export function useEntry(seq: number | undefined): Entry | undefined {
  const { source } = usePanel();
  return arrived(
    useAnswer(
      useCallback(() => (seq === undefined ? undefined : source.entry(seq)), [source, seq]),
    ),
  );
}

/** The reason why an original is where it is; asked again for each plan. */
export function useDecision(entryId: string | undefined): Decision | undefined {
  const { source, state } = usePanel();
  const { plan } = state;
  return arrived(
    useAnswer(
      useCallback(
        () => (plan && entryId !== undefined ? source.explain(entryId) : undefined),
        [source, entryId, plan],
      ),
    ),
  );
}
