import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readSession } from '../session-file/session-file.ts';
import { recordedSessions } from './recorded-sessions.ts';

test.each(recordedSessions)(
  '[MSG-3] the playground opens $id whole',
  async ({ id, title, url }) => {
    const session = JSON.parse(readFileSync(new URL(url), 'utf8')) as {
      readonly messages: readonly unknown[];
    };
    const result = await readSession(session, { id, title });
    expect(result.kind === 'problem' ? result.problem : result.session.messages.length).toBe(
      session.messages.length,
    );
  },
);
