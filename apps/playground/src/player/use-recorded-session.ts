import { useCallback, useEffect, useState } from 'react';
import { errorText } from '../app/error-text.ts';
import { type SessionSource, sessionName } from '../session/session-choice.ts';
import { type RecordedSession, readSession } from '../session-file/session-file.ts';
import { fetchSession, recordedSessions } from '../sessions/index.ts';
import type { OpenedFiles } from '../storage/opened-files.ts';

/** A recorded session on its way from the server or from this device. */
export type Loading =
  | { readonly kind: 'loading' }
  | { readonly kind: 'session'; readonly session: RecordedSession }
  | {
      readonly kind: 'problem';
      readonly problem: string;
      /** It may work another time. */
      readonly canRetry?: true;
      /** It is being tried again; until that is decided the problem stands. */
      readonly isRetrying?: true;
    };

interface Loaded {
  readonly name: string;
  readonly loading: Loading;
}

/** The session of a source; another source starts anew, and so does `retry` after a problem. */
export function useRecordedSession(
  source: SessionSource | undefined,
  files: OpenedFiles,
): { readonly loading: Loading; readonly retry: () => void } {
  const name = source ? sessionName(source) : '';
  const [loaded, setLoaded] = useState<Loaded>();
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the name stands for the source.
  useEffect(() => {
    if (!source) return undefined;
    let isOvertaken = false;
    const settle = (loading: Loading): void => {
      if (!isOvertaken) setLoaded({ name, loading });
    };
    load(source, files).then(settle, (error: unknown) => settle(failed(error)));
    return () => {
      isOvertaken = true;
    };
  }, [name, files, attempt]);
  const retry = useCallback(() => {
    setLoaded((last) => last && { ...last, loading: retrying(last.loading) });
    setAttempt((count) => count + 1);
  }, []);
  return { loading: loaded?.name === name ? loaded.loading : { kind: 'loading' }, retry };
}

function retrying(loading: Loading): Loading {
  return loading.kind === 'problem' ? { ...loading, isRetrying: true } : { kind: 'loading' };
}

async function load(source: SessionSource, files: OpenedFiles): Promise<Loading> {
  if (source.kind === 'file') {
    const session = await files.load(source.id);
    return session ? { kind: 'session', session } : gone();
  }
  const info = recordedSessions.find(({ id }) => id === source.id);
  if (!info) return gone();
  return readSession(await fetchSession(info), info);
}

function gone(): Loading {
  const problem =
    'The session that was open here is no longer on this device. Choose another one or open its file again.';
  return { kind: 'problem', problem };
}

function failed(error: unknown): Loading {
  const reason = errorText(error);
  return {
    kind: 'problem',
    problem: `The session could not be loaded: ${reason}`,
    canRetry: true,
  };
}
