import {
  InvalidMessageError,
  InvalidOptionError,
  InvalidScratchpadError,
} from '../errors/errors.ts';
import type { SessionChange } from './memory-store.ts';
import { structuredCopy } from './structured-copy.ts';

/**
 * A copy of a change that shares nothing changeable with it.
 *
 * @throws InvalidMessageError, InvalidScratchpadError or InvalidOptionError naming the place of a
 * value that no store can keep.
 */
export function copyChange(change: SessionChange): SessionChange {
  const { entries, scratchpad, ...rest } = change;
  return {
    ...structuredCopy(rest, refuseOther),
    ...(entries && { entries: structuredCopy(entries, refuseEntry) }),
    ...(scratchpad && { scratchpad: structuredCopy(scratchpad, refuseScratchpad) }),
  };
}

function refuseEntry(path: string, kind: string): never {
  throw new InvalidMessageError(`entries${path}`, unstorable(kind));
}

function refuseScratchpad(path: string, kind: string): never {
  throw new InvalidScratchpadError([`\`scratchpad${path}\` ${unstorable(kind)}`]);
}

function refuseOther(path: string, kind: string): never {
  throw new InvalidOptionError(path.slice(1), unstorable(kind));
}

function unstorable(kind: string): string {
  return `holds a ${kind}, which cannot be stored.`;
}
