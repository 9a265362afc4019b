import type { Role } from '@agent-memory/core';
import type { Recalled } from '@agent-memory/core/internal';
import { useCallback } from 'react';
import { usePanel } from './panel-context.ts';
import { arrived, useAnswer } from './use-answer.ts';

/** The originals that a message brings back; asked only about messages that can. */
export function useRecalled(role: Role | undefined, seq: number | undefined): Recalled | undefined {
  const { source } = usePanel();
  const asked = role === 'tool' ? seq : undefined;
  return arrived(
    useAnswer(
      useCallback(
        () => (asked === undefined ? undefined : source.runs?.recalled(asked)),
        [source, asked],
      ),
    ),
  );
}
