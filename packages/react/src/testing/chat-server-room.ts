import { inject } from 'vitest';
import type { ModelAnswer, ServerAnswer } from './chat-server.ts';
import type { Line, Step } from './chat-server-model.ts';
import type {} from './chat-server-setup.ts';

/** A message as the server got it. */
export interface SentMessage {
  readonly id: string;
  readonly role: string;
  readonly parts: readonly { readonly type: string; readonly text?: string }[];
}

/** The body of a request as the server got it. */
interface SentRequest {
  readonly id: string;
  readonly trigger: string;
  readonly messages: readonly SentMessage[];
  readonly [field: string]: unknown;
}

/** One test's server. */
export interface ChatRoom {
  readonly api: string;
  /** Says how the next messages are answered. */
  script(...answers: readonly ServerAnswer[]): Promise<void>;
  /** Lets the model continue that waits, or the next one that would. */
  go(): Promise<void>;
  /** Cuts all connections; the answer continues at the server. */
  cut(): Promise<void>;
  requests(): Promise<readonly SentRequest[]>;
}

/** A chat server that nobody else talks to. */
export function openChatRoom(): ChatRoom {
  const url = `${inject('chatServerUrl')}/${crypto.randomUUID()}`;
  const post = async (action: string, body?: unknown) => {
    await fetch(`${url}/${action}`, {
      method: 'POST',
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  };
  return {
    api: `${url}/chat`,
    script: (...answers) => post('script', answers),
    go: () => post('go'),
    cut: () => post('cut'),
    requests: async () => (await (await fetch(`${url}/requests`)).json()) as SentRequest[],
  };
}

/** An answer of one step that says these lines; text may be given as it is. */
export function saying(...lines: readonly (Line | string)[]): ModelAnswer {
  return { kind: 'model', steps: [step(...lines)] };
}

export function step(...lines: readonly (Line | string)[]): Step {
  return {
    lines: lines.map((line) => (typeof line === 'string' ? { type: 'text', text: line } : line)),
  };
}

/** The text of a message. */
export function wordsOf({ parts }: Pick<SentMessage, 'parts'>): string {
  return parts.map(({ text = '' }) => text).join('');
}
