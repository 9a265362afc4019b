import { useMemo, useRef, useState } from 'react';
import { answerTokens, nextFrame, type Pace } from './answer-tokens.ts';
import { GrowingText, type ShownMessage, type Streaming } from './conversation-view.tsx';

/** The part of a turn that a chat with a memory remembers. */
export interface TurnMemory {
  /** Takes the question in and gives the messages to be sent. */
  readonly ask: (question: string) => Promise<void>;
  /** Takes the finished answer in. */
  readonly answered: (text: string) => Promise<void>;
}

/** One turn, in the three steps that are measured apart. */
export interface Turn {
  /** Until the request would be sent. */
  readonly ask: () => Promise<void>;
  /** The answer, token by token, each of them on the page. */
  readonly stream: (tokens: number, pace: Pace) => Promise<void>;
  /** Once the answer is whole. */
  readonly finish: () => Promise<void>;
}

export const QUESTION = 'And the one after that, with two bicycles?';

/** The conversation as the page shows it, and the turns that make it grow. */
export function useConversation(
  initial: readonly ShownMessage[],
  streaming: Streaming,
  memory: TurnMemory | undefined,
): {
  readonly messages: readonly ShownMessage[];
  readonly answer: GrowingText;
  readonly turn: Turn;
} {
  const [messages, setMessages] = useState(initial);
  const [answer] = useState(() => new GrowingText());
  const turns = useRef(0);

  const turn = useMemo((): Turn => {
    const add = (role: ShownMessage['role'], text: string): void => {
      turns.current += 1;
      const id = `turn-${turns.current}`;
      setMessages((shown) => [...shown, { id, role, text }]);
    };
    const replaceLast = (text: string): void =>
      setMessages((shown) => {
        const last = shown.at(-1);
        return last === undefined ? shown : [...shown.slice(0, -1), { ...last, text }];
      });
    let text = '';
    return {
      ask: async () => {
        add('user', QUESTION);
        await memory?.ask(QUESTION);
        text = '';
        if (streaming === 'list') add('assistant', text);
        else answer.set(text);
        await nextFrame();
      },
      stream: async (tokens, pace) => {
        for await (const token of answerTokens(tokens, pace)) {
          text += token;
          if (streaming === 'list') replaceLast(text);
          else answer.set(text);
        }
        await nextFrame();
      },
      finish: async () => {
        if (streaming === 'answer') {
          answer.set('');
          add('assistant', text);
        }
        await memory?.answered(text);
        await nextFrame();
      },
    };
  }, [answer, streaming, memory]);

  return { messages, answer, turn };
}
