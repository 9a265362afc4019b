import { InvalidOptionError } from './errors.ts';

/** A session's id is a name, not content; users are named by as many characters. */
const MOST_CHARACTERS = 200;

/** @throws InvalidOptionError if it cannot name a session. */
export function checkSessionId(id: unknown): string {
  const isName = typeof id === 'string' && id !== '' && id.length <= MOST_CHARACTERS;
  if (isName) return id;
  throw new InvalidOptionError(
    'id',
    `must be a text of 1 to ${MOST_CHARACTERS} characters; it names the session.`,
  );
}
