import type { ChatTransport, UIMessage, UIMessageChunk } from 'ai';

const TEXT_ID = 'text';

/** Stands for a server: what it answers is said token by token, by the benchmark. */
export class ScriptedTransport implements ChatTransport<UIMessage> {
  #answers = 0;
  #controller: ReadableStreamDefaultController<UIMessageChunk> | undefined;
  #onRequest: (() => void) | undefined;

  /** Resolves with the next request; what is said then is its answer. */
  requested(): Promise<void> {
    return new Promise((resolve) => {
      this.#onRequest = resolve;
    });
  }

  say(token: string): void {
    this.#controller?.enqueue({ type: 'text-delta', id: TEXT_ID, delta: token });
  }

  finish(): void {
    this.#controller?.enqueue({ type: 'text-end', id: TEXT_ID });
    this.#controller?.enqueue({ type: 'finish-step' });
    this.#controller?.enqueue({ type: 'finish' });
    this.#controller?.close();
  }

  readonly sendMessages = (): Promise<ReadableStream<UIMessageChunk>> => {
    this.#answers += 1;
    const messageId = `answer-${this.#answers}`;
    const answer = new ReadableStream<UIMessageChunk>({
      start: (controller) => {
        controller.enqueue({ type: 'start', messageId });
        controller.enqueue({ type: 'start-step' });
        controller.enqueue({ type: 'text-start', id: TEXT_ID });
        this.#controller = controller;
      },
    });
    this.#onRequest?.();
    return Promise.resolve(answer);
  };

  readonly reconnectToStream = (): Promise<null> => Promise.resolve(null);
}
