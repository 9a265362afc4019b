import type { KnownNames } from '../ground/errors/errors.ts';
import { checkOption } from '../ground/errors/errors.ts';
import { refuseUnknownFields } from '../message/refuse-unknown-fields.ts';
import type { StoredPart } from '../store/stored-part.ts';

const PART = {
  name: true,
  initial: true,
  damaged: true,
  sent: true,
  read: true,
} as const satisfies KnownNames<StoredPart<unknown>>;

/** Names that begin so are this library's own. */
const OWN_PREFIX = 'agent-memory/';

/**
 * Refuses the definition of a part that cannot be one.
 *
 * @param known the definition that has its name already.
 * @throws InvalidOptionError if the name is empty, taken or this library's own, or a field is not known.
 */
export function checkPart(
  definition: StoredPart<unknown>,
  known: StoredPart<unknown> | undefined,
): void {
  refuseUnknownFields(definition, PART, 'part');
  const { name, read } = (definition ?? {}) as Partial<StoredPart<unknown>>;
  const isPart = typeof name === 'string' && name !== '' && typeof read === 'function';
  checkOption(isPart, 'part', 'must have a `name`, an `initial` value and a function `read`.');
  const isOwn = name.startsWith(OWN_PREFIX);
  checkOption(!isOwn, 'part', `"${name}" begins with "${OWN_PREFIX}", which is the library's own.`);
  const isOnly = !known || known === definition;
  checkOption(isOnly, 'part', `"${name}" is defined twice; use one definition.`);
}
