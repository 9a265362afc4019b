import {
  type ChatModel,
  type ChatReply,
  type ChatRequest,
  EMPTY_REPLY,
  ModelUnreachableError,
} from '@agent-memory/models';

/** The answer to one request, which the test gives piece by piece. */
export interface ScriptedAnswer {
  readonly write: (text: string) => void;
  readonly turnSilent: () => void;
  readonly end: () => void;
}

export interface ScriptedModel extends ChatModel {
  /** Requests so far, each with its answer. */
  readonly answers: readonly ScriptedAnswer[];
}

const REQUEST = { baseUrl: 'http://localhost:11434/v1', model: 'small' };

/** A model for tests: it says what it is told to say, or nothing answers where it should be. */
export function aScriptedModel({ isThere = true } = {}): ScriptedModel {
  const answers: ScriptedAnswer[] = [];
  return {
    name: 'small',
    answers,
    chat(request) {
      if (!isThere) {
        return Promise.reject(new ModelUnreachableError({ kind: 'unreachable' }, REQUEST));
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
): ScriptedAnswer {
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
