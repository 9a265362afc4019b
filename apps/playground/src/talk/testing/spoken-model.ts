import {
  type ChatModel,
  type ChatReply,
  type ChatRequest,
  EMPTY_REPLY,
  EndpointError,
} from '@agent-memory/models';

/** The answer to one request, which the test gives piece by piece. */
export interface SpokenAnswer {
  readonly write: (text: string) => void;
  readonly turnSilent: () => void;
  readonly end: () => void;
}

export interface SpokenModel extends ChatModel {
  /** Requests so far, each with its answer. */
  readonly answers: readonly SpokenAnswer[];
}

const REQUEST = { baseUrl: 'http://localhost:11434/v1', model: 'small' };

/** A model for tests: it says what it is told to say, or nothing answers where it should be. */
export function aSpokenModel({ isThere = true } = {}): SpokenModel {
  const answers: SpokenAnswer[] = [];
  return {
    name: 'small',
    answers,
    chat(request) {
      if (!isThere) {
        return Promise.reject(new EndpointError({ kind: 'unreachable' }, REQUEST));
      }
      return new Promise((resolve, reject) => {
        answers.push(answerTo(request, resolve));
        request.signal?.addEventListener('abort', () => reject(request.signal?.reason));
      });
    },
  };
}

function answerTo(
  { onDelta, onSilence }: ChatRequest,
  resolve: (reply: ChatReply) => void,
): SpokenAnswer {
  let text = '';
  return {
    write: (piece) => {
      text += piece;
      onDelta?.({ text: piece, thinking: '' });
    },
    turnSilent: () => onSilence?.(true),
    end: () => resolve({ ...EMPTY_REPLY, text, finishReason: 'stop' }),
  };
}
