import { InvalidOptionError } from '@agent-memory/core';
import { type KnownNames, refuseUnknown } from '@agent-memory/core/internal';
import type { Prefixes } from './prefixes.ts';

const PREFIXES = { query: true, passage: true } as const satisfies KnownNames<Prefixes>;

/** @throws InvalidOptionError naming the prefix that is no text. */
export function checkPrefixes(prefixes: Prefixes): void {
  refuseUnknown(prefixes, PREFIXES, 'prefixes');
  for (const name of ['query', 'passage'] as const) {
    const prefix = prefixes[name];
    if (prefix === undefined || typeof prefix === 'string') continue;
    throw new InvalidOptionError(`prefixes.${name}`, 'must be a text.');
  }
}
