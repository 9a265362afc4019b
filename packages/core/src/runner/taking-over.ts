import { type News, newsOf, type OwnSession, type StandingValues } from '../state/news.ts';
import type { RestoredSession } from '../state/session-event.ts';
import type { SessionSnapshot } from '../state/snapshot.ts';
import type { StoredSession } from '../storage/memory-store.ts';
import { entriesFrom } from '../transcript/entries-from.ts';
import type { IsStoredAs } from '../transcript/rebased.ts';
import type { Storable } from './store-writer.ts';

/** Reads a stored session as its page needs it. */
export interface NewsReader<Pad> {
  restored(stored: StoredSession): RestoredSession<Pad>;
  /** Tells whether a message of this page is what is stored. */
  isStoredAs(): Promise<IsStoredAs>;
  /** @throws InvalidScratchpadError */
  checkedPad(value: unknown): Pad;
  /** @throws where the part cannot be read. */
  readPart(name: string, value: unknown): unknown;
}

/** The part of a session that is known to be stored, and the changes that are not. */
export type WriterStanding<Pad> = Pick<
  OwnSession<Pad>,
  'stored' | 'storedHeadId' | 'changes' | 'before'
>;

/** What a decision about news needs. */
export interface Deciding<Pad> {
  readonly reader: NewsReader<Pad>;
  readonly storable: Storable | undefined;
  snapshot(): SessionSnapshot<Pad>;
  standing(): WriterStanding<Pad>;
  readonly nowMs: number;
}

/**
 * Decides how a session goes on from what is stored, and hands that to `take` before anything else can
 * happen: it speaks of the session as it stands at that moment.
 */
export async function decidingOnNews<Pad>(
  stored: StoredSession,
  { reader, storable, snapshot, standing, nowMs }: Deciding<Pad>,
  take: (news: News<Pad> | undefined) => void,
): Promise<void> {
  const isStoredAs = await reader.isStoredAs();
  const restored = reader.restored(stored);
  for (;;) {
    const { scratchpad, parts } = snapshot();
    const { before } = standing();
    const asStored = await storedForms({ scratchpad, parts }, before, storable);
    const now = snapshot();
    const own = standing();
    const isCurrent = now.scratchpad === scratchpad && now.parts === parts && own.before === before;
    if (!isCurrent) continue;
    const { checkedPad, readPart } = reader;
    const news = { ...restored, ...behindKnown(stored, now, own.stored), ...systemOf(stored) };
    const page = { ...own, snapshot: now, asStored, checkedPad, readPart };
    take(newsOf(news, page, isStoredAs, nowMs));
    return;
  }
}

function systemOf({ system }: StoredSession): { readonly system?: string } {
  return system === undefined ? {} : { system };
}

/** The stored entries that this page does not know; all of them where it is another session. */
function behindKnown(
  { entries }: StoredSession,
  { transcript }: SessionSnapshot<unknown>,
  known: number,
): Pick<Parameters<typeof newsOf>[0], 'entries' | 'isSameSession'> {
  const last = known === 0 ? undefined : entriesFrom(transcript, known - 1)[0];
  const isSameSession = known === 0 || entries[known - 1]?.id === last?.id;
  return { entries: isSameSession ? entries.slice(known) : entries, isSameSession };
}

/** What storing leaves of scratchpad and parts: a stored value that says that is this page's own. */
async function storedForms(
  now: StandingValues,
  before: StandingValues,
  storable: Storable | undefined,
): Promise<OwnSession<unknown>['asStored']> {
  if (!storable) return { now, before };
  const formOf = async ({ scratchpad: value, parts }: StandingValues): Promise<StandingValues> => {
    const change = await storable({ atMs: 0, scratchpad: { value }, parts });
    return { scratchpad: change.scratchpad?.value, parts: change.parts ?? parts };
  };
  return { now: await formOf(now), before: await formOf(before) };
}
