import { afterEach, expect, test, vi } from 'vitest';
import { fetchSession } from './recorded-sessions.ts';

const INFO = { url: 'https://playground.example/healthy.json' };

afterEach(() => {
  vi.unstubAllGlobals();
});

function answers(...responses: readonly (Response | Error)[]) {
  const left = [...responses];
  const fetched = vi.fn(async () => {
    const response = left.shift();
    if (!response) throw new Error('Nothing more was to be fetched.');
    if (response instanceof Error) throw response;
    return response;
  });
  vi.stubGlobal('fetch', fetched);
  return fetched;
}

test('a session that could not be fetched is fetched anew by the next call', async () => {
  const fetched = answers(new TypeError('Failed to fetch'), Response.json({ id: 'healthy' }));
  await expect(fetchSession(INFO)).rejects.toThrow('it could not be fetched. Are you offline?');
  expect(await fetchSession(INFO)).toEqual({ id: 'healthy' });
  expect(fetched).toHaveBeenCalledTimes(2);
});

test('what the server refuses, and what arrives in part, is said in words', async () => {
  answers(new Response('gone', { status: 404 }), new Response('{"id":'));
  await expect(fetchSession(INFO)).rejects.toThrow('the server said 404');
  await expect(fetchSession(INFO)).rejects.toThrow('it did not arrive whole');
});
