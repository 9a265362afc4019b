import type { ContextOverflowError, MemoryState } from '@agent-memory/core';
import { Button } from '../design/button.tsx';
import { Notice } from '../design/notice.tsx';
import { figure } from '../facts/figures.ts';
import type { PlaygroundSession } from '../session/use-session.ts';

/** Shows the facts about this session that a person has to know, in words. */
export function SessionNotices({
  session: { state, refusal, fault },
}: {
  readonly session: Pick<PlaygroundSession, 'state' | 'refusal' | 'fault'>;
}) {
  const { error, writeBack, clearError } = state;
  // A failure shows in the state.
  const writeAgain = (): void => void writeBack().catch(() => undefined);
  return (
    <>
      {error && (
        <Notice
          tone="bad"
          action={
            error.code === 'SESSION_CLEARED' && <Button onClick={writeAgain}>Write back</Button>
          }
          onDismiss={clearError}
        >
          {error.message}
        </Notice>
      )}
      {fault !== undefined && fault !== error?.message && (
        <Notice tone="bad">The context could not be brought up to date: {fault}</Notice>
      )}
      {troubles(state).map((message) => (
        <Notice key={message} tone="warn">
          {message}
        </Notice>
      ))}
      {refusal && <Notice tone="warn">{notSentWords(refusal)}</Notice>}
    </>
  );
}

/** The troubles that memory survived, and a session that nobody stores. */
function troubles({ degraded, error, store, status }: MemoryState): readonly string[] {
  const messages = degraded.map(({ message }) => message).filter((text) => text !== error?.message);
  const saysWhy = degraded.some(({ code }) => code.startsWith('STORE_'));
  if (store.persistent || saysWhy || status === 'hydrating') return messages;
  return ['Nothing of this session is stored: it is gone when this page closes.', ...messages];
}

export function notSentWords({
  neededTokens,
  inputTokens,
  overByTokens,
}: Pick<ContextOverflowError, 'neededTokens' | 'inputTokens' | 'overByTokens'>): string {
  return `Not sent: it needs ${figure(neededTokens)} tokens, and the budget is ${figure(inputTokens)}. Nothing was lost; a budget that is larger by ${figure(overByTokens)} tokens takes it.`;
}
