import type { Answer } from '@agent-memory/devtools/panel';
import { useEffect, useState } from 'react';

/**
 * The answer of a source: one of this page is here at once, another one when it has come. Hand over the
 * same answer until something else is asked.
 */
export function useAnswer<Value>(answer: Answer<Value>): Value | undefined {
  const [settled, setSettled] = useState<{ readonly to: unknown; readonly value: Value }>();
  useEffect(() => {
    if (!(answer instanceof Promise)) return undefined;
    let isWanted = true;
    void answer.then((value) => {
      if (isWanted) setSettled({ to: answer, value });
    });
    return () => {
      isWanted = false;
    };
  }, [answer]);
  if (!(answer instanceof Promise)) return answer;
  return settled?.to === answer ? settled.value : undefined;
}

/** Several answers as one; it is late only if one of them is. */
export function together<Value>(answers: readonly Answer<Value>[]): Answer<readonly Value[]> {
  const here = answers.filter((answer): answer is Value => !(answer instanceof Promise));
  return here.length === answers.length ? here : Promise.all(answers);
}
