import { errorText } from '@agent-memory/core/internal';
import { useEffect, useState } from 'react';
import type { LongTermSource } from '../../source/long-term-source.ts';
import type { NamespaceExtent } from '../../source/namespace-facts.ts';
import type { Asked } from '../parts/use-answer.ts';

const WAITING: Asked<NamespaceExtent> = { status: 'waiting' };

/** Counts the records of a namespace, anew after each change; stops where nobody waits for it any more. */
export function useExtent(
  longTerm: LongTermSource,
  namespace: string,
  version: number,
): Asked<NamespaceExtent> {
  const [asked, setAsked] = useState(WAITING);
  // biome-ignore lint/correctness/useExhaustiveDependencies: counted anew after each change
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    const settle = (answer: Asked<NamespaceExtent>) => {
      if (!signal.aborted) setAsked(answer);
    };
    longTerm.namespaceExtent(namespace, { signal }).then(
      (value) => settle({ status: 'here', value }),
      (error: unknown) => settle({ status: 'failed', message: errorText(error) }),
    );
    return () => controller.abort();
  }, [longTerm, namespace, version]);
  return asked;
}
