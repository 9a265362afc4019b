import type { Documents } from '@agent-memory/long-term/documents';
import { useRef, useState } from 'react';
import type { PlaygroundSession } from '../session/use-session.ts';
import { faultOf } from '../session/use-session.ts';
import { useStateOf } from '../session/use-state-of.ts';
import { answerWords, type FoundPassages, findPassages } from './find-passages.ts';

/** Questions to the documents, one at a time. */
export interface Questions {
  readonly isBusy: boolean;
  /** The answer to the last one. */
  readonly found: FoundPassages | undefined;
  /** Why the last one was not answered. */
  readonly problem: string | undefined;
  readonly ask: (question: string) => void;
}

/** Asks the documents within a conversation, so that its context shows what a model would be sent. */
export function useQuestions(
  documents: Documents,
  { memory, requestContext }: PlaygroundSession,
): Questions {
  const [isBusy, setIsBusy] = useState(false);
  const isAsking = useRef(false);
  const [found, setFound] = useStateOf<FoundPassages>(memory);
  const [problem, setProblem] = useStateOf<string>(memory);

  async function answer(question: string): Promise<void> {
    await memory.append({ role: 'user', content: question });
    const result = await requestContext();
    const plan = result.kind === 'sent' ? memory.getState().plan : undefined;
    const passages = await findPassages(documents, question, plan);
    setFound(passages);
    await memory.append({ role: 'assistant', content: answerWords(passages) });
  }

  const ask = (question: string): void => {
    if (isAsking.current) return;
    isAsking.current = true;
    setIsBusy(true);
    setProblem(undefined);
    answer(question)
      .catch((error: unknown) => setProblem(faultOf(error)))
      .finally(() => {
        isAsking.current = false;
        setIsBusy(false);
      });
  };
  return { isBusy, found, problem, ask };
}
