import { useCallback, useEffect, useState } from 'react';
import { errorText } from '../platform/error-text.ts';
import { type RecordedSession, readSession } from '../session-file/session-file.ts';
import { fetchSession, recordedSessions } from '../sessions/recorded-sessions.ts';

/** A session that comes with the page, on its way from the server. */
export interface Loading {
  /** Absent while it is loaded. */
  readonly session?: RecordedSession;
  /** Why it could not be loaded, in words; stands until another try is decided. */
  readonly problem?: string;
}

const UNDER_WAY: Loading = {};

/** The session of an id; another id starts anew, and so does `retry` after a problem. */
export function useRecordedSession(
  id: string | undefined,
): Loading & { readonly retry: () => void } {
  const [loaded, setLoaded] = useState<Loading & { readonly id: string }>();
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt is another load.
  useEffect(() => {
    if (id === undefined) return undefined;
    let isOvertaken = false;
    void load(id).then((loading) => {
      if (!isOvertaken) setLoaded({ id, ...loading });
    });
    return () => {
      isOvertaken = true;
    };
  }, [id, attempt]);
  const retry = useCallback(() => setAttempt((count) => count + 1), []);
  return { ...(loaded?.id === id ? loaded : UNDER_WAY), retry };
}

async function load(id: string): Promise<Loading> {
  try {
    const info = recordedSessions.find((session) => session.id === id);
    if (!info) throw new Error('this page has no such session.');
    return { session: await readSession(await fetchSession(info), info.title) };
  } catch (error) {
    return { problem: `The session could not be loaded: ${errorText(error)}` };
  }
}
