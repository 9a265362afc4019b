import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import { StrictMode } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { useRecordedSession } from './use-recorded-session.ts';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const SESSION = { id: 'healthy', messages: [{ role: 'user', content: 'Hello' }] };
const PROBLEM = 'The session could not be loaded: it could not be fetched. Are you offline?';

test('a session that could not be fetched says why, and is fetched anew when that is wished', async () => {
  let isOnline = false;
  vi.stubGlobal('fetch', async () => {
    if (!isOnline) throw new TypeError('Failed to fetch');
    return Response.json(SESSION);
  });
  const { result } = renderHook(() => useRecordedSession('healthy'), { wrapper: StrictMode });
  await waitFor(() => expect(result.current.problem).toBe(PROBLEM));
  isOnline = true;
  act(() => result.current.retry());
  expect(result.current.problem).toBe(PROBLEM);
  await waitFor(() => expect(result.current.session?.messages).toHaveLength(1));
  expect(result.current.problem).toBeUndefined();
});
