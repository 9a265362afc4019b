import { createContext, type ReactNode, useCallback, useContext, useRef, useState } from 'react';

interface Announcement {
  readonly id: number;
  readonly text: string;
}

/** A reader may still be busy with the one before; older ones only lie in the way. */
const KEPT = 3;

const Announce = createContext<(text: string) => void>(() => undefined);

/** Has a sentence read out when the reader comes to it. The function stays the same. */
export function useAnnounce(): (text: string) => void {
  return useContext(Announce);
}

/**
 * The one place of the page that is read out as it changes. It is always there and never shown:
 * readers miss what appears together with the element that holds it.
 */
export function Announcer({ children }: { readonly children: ReactNode }) {
  const [announcements, setAnnouncements] = useState<readonly Announcement[]>([]);
  const nextId = useRef(0);
  const announce = useCallback((text: string) => {
    const id = nextId.current;
    nextId.current += 1;
    setAnnouncements((earlier) => [...earlier, { id, text }].slice(-KEPT));
  }, []);
  return (
    <Announce value={announce}>
      {children}
      <div role="log" aria-label="Announcements" className="visually-hidden">
        {announcements.map(({ id, text }) => (
          <p key={id}>{text}</p>
        ))}
      </div>
    </Announce>
  );
}
