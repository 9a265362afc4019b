import { InvalidScratchpadError } from '../../ground/errors/errors.ts';
import { frozenCopy } from '../../message/frozen-copy.ts';
import { deepFieldIn, isPlainObject } from '../../message/plain-object.ts';
import type { ScratchpadSchema } from './scratchpad.ts';

/**
 * The scratchpad with some of its fields replaced, checked by its schema [PAD-1].
 *
 * @throws InvalidScratchpadError if the result does not fit the schema; the old one stays valid.
 */
export function patchedScratchpad<Pad>(
  definition: ScratchpadSchema<Pad>,
  pad: Pad,
  patch: Partial<Pad>,
): Pad {
  let fields: Partial<Pad> | undefined;
  try {
    // A promise or a date has no fields, and would change nothing without a word.
    if (isPlainObject(patch)) fields = { ...patch };
  } catch {
    // A revoked proxy, for one: it is refused below.
  }
  if (fields) return checkedScratchpad(definition, { ...pad, ...fields });
  throw new InvalidScratchpadError(['a change must be an object of fields that can be read']);
}

/** @throws InvalidScratchpadError if `value` does not fit the schema. */
export function checkedScratchpad<Pad>(definition: ScratchpadSchema<Pad>, value: unknown): Pad {
  const result = definition.schema['~standard'].validate(value);
  if (result instanceof Promise) {
    throw new InvalidScratchpadError(['the schema must answer synchronously']);
  }
  if (result.issues) {
    throw new InvalidScratchpadError(
      result.issues.map((issue) => `${pathOf(issue.path)}: ${issue.message}`),
    );
  }
  const deep = deepFieldIn(result.value as object);
  if (deep) throw new InvalidScratchpadError([deep]);
  return frozenCopy(result.value);
}

function pathOf(
  path: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined,
): string {
  if (!path || path.length === 0) return 'scratchpad';
  return path.map((step) => String(typeof step === 'object' ? step.key : step)).join('.');
}
