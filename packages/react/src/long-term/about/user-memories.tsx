import type { LongTermMemory } from '@agent-memory/long-term';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useMemories } from '../use-memories.ts';
import { type FocusWish, focusOf, neighbours } from './focus.ts';
import { ForAll } from './for-all.tsx';
import { MemoryItem } from './memory-item.tsx';
import { ENGLISH, type UserMemoriesTexts } from './texts.ts';
import { usePaused } from './use-paused.ts';
import { having } from './words.ts';

/** Memories of a page. */
const PAGE = 20;
/** With more than so many there is a field to search in them. */
const FEW = 8;

/** What `UserMemories` shows, and in which words. */
export interface UserMemoriesProps {
  /** Made outside of components, once for each user. */
  readonly longTerm: LongTermMemory;
  /** Texts in place of the English ones. */
  readonly texts?: Partial<UserMemoriesTexts>;
  readonly className?: string;
}

/**
 * "What do you remember about me?", for the person themselves [RCT-6]: they read what a long-term memory holds
 * and how it came about, put it right, confirm it, delete it for good, take all of it with them, and pause it.
 *
 * What another person wrote is shown with their name, and can be changed where the memory may. It is plain
 * HTML without a style of its own: `data-part` names its parts. A failure is told in a sentence beside what
 * was asked for.
 *
 * @example
 * ```tsx
 * const longTerm = createLongTermMemory({ user: 'ada', store: indexedDbRecordStore() });
 *
 * function Settings() {
 *   return <UserMemories longTerm={longTerm} texts={{ title: 'Your memories' }} />;
 * }
 * ```
 */
export function UserMemories({ longTerm, texts: own, className }: UserMemoriesProps): ReactNode {
  const texts = { ...ENGLISH, ...own };
  const { records, hasMore, isLoading, error, loadMore, refresh } = useMemories(
    longTerm,
    {},
    {
      limit: PAGE,
    },
  );
  const isPaused = usePaused(longTerm);
  const titleId = useId();
  const [phrase, setPhrase] = useState('');
  const [news, setNews] = useState({ words: '', count: 0 });
  const isSearching = phrase.trim() !== '';
  const shown = isSearching ? having(phrase, records) : records;
  const ids = shown.map(({ record }) => record.id);
  const { root, wish } = useFocusWish(ids);
  const onDone = (words: string, next?: FocusWish): void => {
    setNews(({ count }) => ({ words, count: count + 1 }));
    if (next) wish(next);
  };
  const more = (): void => {
    const last = ids.at(-1);
    if (last !== undefined) wish({ kind: 'behind', id: last });
    void loadMore();
  };
  // What is searched is everything, not the pages that were read so far.
  useEffect(() => {
    if (isSearching && hasMore && !isLoading && !error) void loadMore();
  }, [isSearching, hasMore, isLoading, error, loadMore]);
  return (
    <section ref={root} aria-labelledby={titleId} className={className} data-part="user-memories">
      <h2 id={titleId} tabIndex={-1}>
        {texts.title}
      </h2>
      <p role="status">
        <span key={news.count}>{news.words}</span>
      </p>
      {isPaused && <p data-part="paused">{texts.isPaused}</p>}
      {error && (
        <p role="alert">
          {texts.failed(error.message)}{' '}
          <button type="button" onClick={() => void refresh()}>
            {texts.again}
          </button>
        </p>
      )}
      {(records.length > FEW || isSearching) && (
        <label data-part="search">
          {texts.search}
          <input
            type="search"
            dir="auto"
            value={phrase}
            onChange={(event) => setPhrase(event.target.value)}
          />
        </label>
      )}
      {shown.length > 0 ? (
        <ul aria-labelledby={titleId} data-part="list">
          {shown.map((known) => (
            <MemoryItem
              key={known.record.id}
              {...{ known, longTerm, texts, onDone }}
              others={neighbours(known.record.id, ids)}
            />
          ))}
        </ul>
      ) : (
        !error && <p data-part="nothing">{texts[emptiness(isLoading, isSearching)]}</p>
      )}
      {hasMore && !isSearching && (
        <button type="button" data-part="more" aria-disabled={isLoading} onClick={more}>
          {texts.more}
        </button>
      )}
      <ForAll {...{ longTerm, texts, isPaused, onDone }} />
    </section>
  );
}

function emptiness(isLoading: boolean, isSearching: boolean) {
  if (isLoading) return 'loading';
  return isSearching ? 'nothingFound' : 'nothing';
}

/** Moves the focus to what takes the place of what had it, once the list shows that. */
function useFocusWish(ids: readonly string[]) {
  const root = useRef<HTMLElement>(null);
  const wished = useRef<FocusWish>(undefined);
  useEffect(() => {
    const section = root.current;
    const target = wished.current && focusOf(wished.current, ids);
    if (!section || !target) return;
    wished.current = undefined;
    // Who went elsewhere meanwhile stays there.
    const { activeElement, body } = section.ownerDocument;
    if (activeElement !== body && !section.contains(activeElement)) return;
    const selector = target === 'title' ? 'h2' : `[data-memory="${CSS.escape(target.id)}"]`;
    section.querySelector<HTMLElement>(selector)?.focus();
  });
  const wish = (next: FocusWish): void => {
    wished.current = next;
  };
  return { root, wish };
}
