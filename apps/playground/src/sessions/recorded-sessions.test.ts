import { expect, test } from 'vitest';
import { readSession } from '../session-file/session-file.ts';
import { recordedSessions } from './recorded-sessions.ts';

test.each(recordedSessions)('[MSG-3] the playground opens $id whole', async (recorded) => {
  const session = await recorded.load();
  const { messages } = session as { readonly messages: readonly unknown[] };
  const result = readSession(session, { id: recorded.id, title: recorded.title });
  expect(result.kind === 'problem' ? result.problem : result.session.messages.length).toBe(
    messages.length,
  );
});
