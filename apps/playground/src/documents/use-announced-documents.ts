import type { StoredDocument } from '@agent-memory/long-term/documents';
import { useEffect, useRef } from 'react';
import { useAnnounce } from '../app/announcer.tsx';

/** Has each document read out that comes or goes, once it is known which there were. */
export function useAnnouncedDocuments(stored: readonly StoredDocument[] | undefined): void {
  const announce = useAnnounce();
  const known = useRef(stored);
  useEffect(() => {
    const before = known.current;
    known.current = stored;
    if (!stored || !before) return;
    for (const { title } of without(stored, before)) announce(`Added: ${title}`);
    for (const { title } of without(before, stored)) announce(`Removed: ${title}`);
  }, [stored, announce]);
}

function without(
  some: readonly StoredDocument[],
  others: readonly StoredDocument[],
): readonly StoredDocument[] {
  const ids = new Set(others.map(({ id }) => id));
  return some.filter(({ id }) => !ids.has(id));
}
