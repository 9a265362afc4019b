import { useCallback, useEffect, useRef, useState } from 'react';
import { announcement, type Listing } from './announcement.ts';

/** The words for a grid's live region, and a way to say that the reader opened or closed a row. */
export function useAnnouncement(listing: Listing): {
  readonly words: string;
  readonly noteToggle: (toggled: 'opened' | 'closed') => void;
} {
  const [words, setWords] = useState('');
  const before = useRef(listing);
  const toggled = useRef<'opened' | 'closed'>(undefined);
  useEffect(() => {
    const said = announcement(before.current, listing, toggled.current);
    before.current = listing;
    toggled.current = undefined;
    if (said !== undefined) setWords(said);
  }, [listing]);
  const noteToggle = useCallback((way: 'opened' | 'closed') => {
    toggled.current = way;
  }, []);
  return { words, noteToggle };
}
