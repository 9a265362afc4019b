import { errorText } from '@agent-memory/core/internal';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { Answer } from '../../source/answer.ts';

/** The state of a question to the source. */
export type Asked<Value> =
  | { readonly status: 'waiting' }
  | { readonly status: 'here'; readonly value: Value }
  | { readonly status: 'failed'; readonly message: string };

const WAITING: Asked<never> = { status: 'waiting' };

/**
 * Asks the source. An answer of the same page is here at once, without a second render; a late
 * answer to a question that is no longer asked is dropped. `ask` must be stable between renders.
 */
export function useAnswer<Value>(ask: () => Answer<Value>): Asked<Value> {
  const answer = useMemo(ask, [ask]);
  const [settled, setSettled] = useState<{ to: unknown; asked: Asked<Value> }>();
  useEffect(() => {
    if (!(answer instanceof Promise)) return;
    let isWanted = true;
    const settle = (asked: Asked<Value>) => {
      if (isWanted) setSettled({ to: answer, asked });
    };
    answer.then(
      (value) => settle({ status: 'here', value }),
      (error: unknown) => settle({ status: 'failed', message: errorText(error) }),
    );
    return () => {
      isWanted = false;
    };
  }, [answer]);
  if (!(answer instanceof Promise)) return { status: 'here', value: answer };
  return settled?.to === answer ? settled.asked : WAITING;
}

/**
 * Asks like `useAnswer`; while the answer to a newer question about the same thing is waited for, the
 * one before it stands, so that nothing that is being read goes away.
 */
export function useLatestAnswer<Value>(about: object, ask: () => Answer<Value>): Asked<Value> {
  const asked = useAnswer(ask);
  const last = useRef<{ readonly about: object; readonly asked: Asked<Value> }>(undefined);
  useEffect(() => {
    if (asked.status !== 'waiting') last.current = { about, asked };
  }, [about, asked]);
  const isSame = last.current?.about === about;
  return asked.status === 'waiting' && isSame && last.current ? last.current.asked : asked;
}

/** The value of an answer that is here; `undefined` while it is not. */
export function arrived<Value>(asked: Asked<Value>): Value | undefined {
  return asked.status === 'here' ? asked.value : undefined;
}
