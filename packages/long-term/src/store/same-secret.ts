/** The subject of the error about a change that is keyed by the secret of a store that is gone. */
export const BEGUN_ANEW = 'The store was deleted and begun anew, and its records';

/** Whether two secrets are those of one store: a store whose data was deleted has another one. */
export function isSameSecret(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, at) => byte === other[at]);
}
