import type { RecordedSessionInfo } from './recorded-sessions.ts';

/**
 * Fetches a session that comes with the playground; each call asks anew.
 *
 * @throws Error whose message ends a sentence that says what could not be done.
 */
export async function fetchSession({ url }: Pick<RecordedSessionInfo, 'url'>): Promise<unknown> {
  const response = await fetchedFrom(url);
  if (!response.ok) throw new Error(`it could not be fetched; the server said ${response.status}.`);
  try {
    return await response.json();
  } catch (cause) {
    throw new Error('it did not arrive whole.', { cause });
  }
}

async function fetchedFrom(url: string): Promise<Response> {
  try {
    return await fetch(url);
  } catch (cause) {
    throw new Error('it could not be fetched. Are you offline?', { cause });
  }
}
