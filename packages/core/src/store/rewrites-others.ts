import { isSameValue } from '../message/same-value.ts';
import type { SessionChange } from './memory-store.ts';
import type { ValuesBeside } from './outbox.ts';

/**
 * Whether a change would replace a value that its maker does not know: what is stored is
 * neither what the basis says nor what the change brings already, as a repeated one does [NS-2].
 */
export function rewritesOthers(
  { basis, scratchpad, parts }: SessionChange,
  stored: ValuesBeside,
): boolean {
  const { values } = basis ?? {};
  if (!values) return false;
  const isKnown = (there: unknown, expected: unknown, brought: unknown) =>
    isSameValue(there, expected) || isSameValue(there, brought);
  const isPadKnown =
    !values.scratchpad ||
    !scratchpad ||
    isKnown(stored.scratchpad, values.scratchpad.value, scratchpad.value);
  return (
    !isPadKnown ||
    [...(parts ?? [])].some(
      ([name, value]) =>
        values.parts?.has(name) && !isKnown(stored.parts.get(name), values.parts.get(name), value),
    )
  );
}
