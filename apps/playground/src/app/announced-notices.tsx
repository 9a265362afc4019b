import { type ReactNode, useEffect, useRef } from 'react';
import { useAnnounce } from './announcer.tsx';

/** Holds notices and has each read out as it appears; an alert among them is read by itself. */
export function AnnouncedNotices({ children }: { readonly children: ReactNode }) {
  const announce = useAnnounce();
  const list = useRef<HTMLDivElement>(null);
  const shown = useRef<ReadonlySet<string>>(new Set());
  // After every render: what is said is known to the notices alone, whoever wrote them.
  useEffect(() => {
    const statuses = list.current?.querySelectorAll('[role="status"]') ?? [];
    const texts = new Set(Array.from(statuses, ({ textContent }) => textContent ?? ''));
    for (const text of texts) if (!shown.current.has(text)) announce(text);
    shown.current = texts;
  });
  return <div ref={list}>{children}</div>;
}
