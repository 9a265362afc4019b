import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import { StrictMode } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import type { SessionSource } from '../session/session-choice.ts';
import type { OpenedFiles } from '../storage/opened-files.ts';
import { useRecordedSession } from './use-recorded-session.ts';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const HEALTHY: SessionSource = { kind: 'bundled', id: 'healthy' };
const SESSION = { id: 'healthy', messages: [{ role: 'user', content: 'Hello' }] };

const noFiles: OpenedFiles = {
  list: async () => [],
  load: async () => undefined,
  keep: () => Promise.reject(new Error('Nothing is kept in this test.')),
};

function opened(source: SessionSource) {
  const { result } = renderHook(() => useRecordedSession(source, noFiles), { wrapper: StrictMode });
  return result;
}

test('a session that could not be fetched says why, and is fetched anew when that is wished', async () => {
  let isOnline = false;
  vi.stubGlobal('fetch', async () => {
    if (!isOnline) throw new TypeError('Failed to fetch');
    return Response.json(SESSION);
  });
  const session = opened(HEALTHY);
  await waitFor(() =>
    expect(session.current.loading).toEqual({
      kind: 'problem',
      problem: 'The session could not be loaded: it could not be fetched. Are you offline?',
      canRetry: true,
    }),
  );
  isOnline = true;
  act(() => session.current.retry());
  expect(session.current.loading).toMatchObject({ kind: 'problem', isRetrying: true });
  await waitFor(() => expect(session.current.loading.kind).toBe('session'));
});

test('a session that is on no server and no device is not worth another try', async () => {
  const session = opened({ kind: 'file', id: 'gone' });
  await waitFor(() => expect(session.current.loading.kind).toBe('problem'));
  expect(session.current.loading).not.toHaveProperty('canRetry');
});
