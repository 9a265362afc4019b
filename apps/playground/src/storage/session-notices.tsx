import type { ContextOverflowError, MemoryState } from '@agent-memory/core';
import type { UseAgentMemoryResult } from '@agent-memory/react';
import type { ReactNode } from 'react';
import { Button } from '../design/button.tsx';
import { Notice } from '../design/notice.tsx';
import { figure } from '../facts/figures.ts';
import { notSentWords } from './refusal-words.ts';

/** Shows the facts about this session that a person has to know, in words. */
export function SessionNotices({
  state,
  refusal,
  fault,
  canRaise = true,
  children,
}: {
  readonly state: UseAgentMemoryResult;
  readonly refusal: ContextOverflowError | undefined;
  /** The fault that the page met in the session. */
  readonly fault: string | undefined;
  /** Whether the budget can be raised here; else a model's window decides it. */
  readonly canRaise?: boolean;
  /** Notices of the page around the session. */
  readonly children?: ReactNode;
}) {
  return (
    <div>
      {children}
      {state.error && (
        <Notice tone="bad" action={remedyOf(state)} onDismiss={state.clearError}>
          {state.error.message}
        </Notice>
      )}
      {fault !== undefined && fault !== state.error?.message && (
        <Notice tone="bad">The context could not be brought up to date: {fault}</Notice>
      )}
      {troubles(state).map(({ code, message }) => (
        <Notice key={code} tone="warn">
          {message}
        </Notice>
      ))}
      {refusal && (
        <Notice tone="warn">
          {notSentWords(refusal, state.plan)} Nothing was lost;{' '}
          {canRaise
            ? `raise the budget by ${figure(refusal.overByTokens)} tokens or more to go on.`
            : 'write it in shorter pieces, take a model with a larger window, or start over.'}
        </Notice>
      )}
    </div>
  );
}

/** The button that ends a trouble which does not end by itself. What fails is told in the state. */
function remedyOf({ error, writeBack }: UseAgentMemoryResult): ReactNode {
  if (error?.code !== 'SESSION_CLEARED') return undefined;
  return <Button onClick={() => void writeBack().catch(() => undefined)}>Write back</Button>;
}

/** Gives the troubles that memory survived, and a store that is not the one the page asked for. */
function troubles(state: MemoryState): readonly { code: string; message: string }[] {
  const { error, store, status } = state;
  const degraded = state.degraded.filter(({ message }) => message !== error?.message);
  const saysWhy = state.degraded.some(({ code }) => code.startsWith('STORE_'));
  if (store.persistent || saysWhy || status === 'hydrating') return degraded;
  const message =
    'This browser keeps nothing for this page. Everything works, and is gone when the page closes.';
  return [{ code: 'NOT_PERSISTENT', message }, ...degraded];
}
