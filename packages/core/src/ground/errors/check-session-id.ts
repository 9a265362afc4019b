import { checkOption } from './errors.ts';

/** A session's id is a name, not content; users are named by as many characters. */
const MOST_CHARACTERS = 200;

/** @throws InvalidOptionError if it cannot name a session. */
export function checkSessionId(id: unknown): string {
  checkName('id', id, '; it names the session.');
  return id as string;
}

/** @throws InvalidOptionError if it cannot name a user; `undefined` names nobody. */
export function checkUser(user: unknown = '-'): void {
  checkName('user', user, ' without ":".', ':');
}

function checkName(option: string, value: unknown, rule: string, separator?: string): void {
  const isName = typeof value === 'string' && value !== '' && value.length <= MOST_CHARACTERS;
  const isRight = isName && !(separator && value.includes(separator));
  checkOption(isRight, option, `must be a text of 1 to ${MOST_CHARACTERS} characters${rule}`);
}
