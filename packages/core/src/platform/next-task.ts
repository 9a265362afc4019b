interface Port {
  onmessage: (() => void) | null;
  postMessage(message: undefined): void;
  close(): void;
}

interface Platform {
  readonly MessageChannel?: new () => { readonly port1: Port; readonly port2: Port };
}

/**
 * Goes on in a task of its own, behind those that wait already: input, drawing, answers of the
 * network. Unlike nested timers, messages are not held back to one in four milliseconds. Where there
 * are no messages, nothing is let through and it resolves at once.
 */
export function nextTask(): Promise<void> {
  const { MessageChannel } = globalThis as Platform;
  if (!MessageChannel) return Promise.resolve();
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      // An open port keeps some platforms from ending.
      port1.close();
      resolve();
    };
    port2.postMessage(undefined);
  });
}
