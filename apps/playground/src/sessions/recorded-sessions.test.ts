import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readSession } from '../session-file/session-file.ts';
import { recordedSessions } from './recorded-sessions.ts';

test.each(recordedSessions)('[MSG-3] the playground opens $id whole', async ({ title, url }) => {
  const session = JSON.parse(readFileSync(new URL(url), 'utf8')) as {
    readonly messages: readonly unknown[];
  };
  const { messages } = await readSession(session, title);
  expect(messages.length).toBe(session.messages.length);
});
