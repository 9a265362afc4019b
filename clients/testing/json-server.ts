import { onTestFinished } from 'vitest';
import { type Provider, sendJson, startStrictServer } from './servers/strict-server.ts';

/** Starts a server of the app for the length of a test, and gives its address. */
export async function jsonServer(
  answerTo: (body: unknown) => unknown,
  status = 200,
): Promise<string> {
  const provider: Provider = {
    refusalOf: () => undefined,
    refuse: (message) => ({ status: 400, kind: 'fault', message, body: { message } }),
    answer(body, response) {
      Promise.resolve(body)
        .then(answerTo)
        .then(
          (answer) => sendJson(response, answer, status),
          (error: unknown) => sendJson(response, { message: String(error) }, 500),
        );
    },
  };
  const server = await startStrictServer(provider);
  onTestFinished(() => server.stop());
  return server.url;
}
