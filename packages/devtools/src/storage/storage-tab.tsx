import type { SessionInfo } from '@agent-memory/core';
import { errorText } from '@agent-memory/core/internal';
import { type ReactNode, useId, useRef, useState } from 'react';
import { StatusNotice } from '../elements/elements.tsx';
import { type Asked, arrived, useLatestAnswer, usePanel } from '../elements/panel-context.ts';
import { saveFile } from '../elements/save-file.ts';
import { useSourceState } from '../elements/use-source-state.ts';
import type { DevtoolsSource } from '../source/devtools-source.ts';
import type { StorageFacts, StorageSource } from '../source/storage-source.ts';
import { formatCount, formatMoment } from '../words/format.ts';
import { OriginStorage } from './origin-storage.tsx';
import { type StoreLine, storedWords, storePage } from './store-page.ts';
import type { StoreAct, StoreTrouble } from './store-troubles.ts';

/**
 * Where the session is stored, whether anything of it is in this page alone, and each trouble with what can
 * be done about it [STO-2]. It tells of the present, whichever call is shown; in the past it does nothing.
 */
export function StorageTab(): ReactNode {
  const { live, source, isShown } = usePanel();
  const state = useSourceState(live, isShown);
  const body = useRef<HTMLElement>(null);
  const [version, setVersion] = useState(0);
  const { storage } = source.past ? source : live;
  const acts = useStoreActs(storage, fileNameOf(live), (hasMended) => {
    setVersion((before) => before + 1);
    if (hasMended) body.current?.focus();
  });
  const figures = useFigures(storage, version + state.entries);
  const { headline, lines, troubles } = storePage(state, arrived(figures));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so keys must reach it
    <section ref={body} className="store-page" aria-label="Storage" tabIndex={0}>
      <p className="store-headline" data-tone={headline.tone} role="status">
        {headline.text}
      </p>
      {source.past && !state.store.isCopy && (
        <p className="quiet">
          This page tells of the present, also while a call of the past is shown. Go back to live to
          change something.
        </p>
      )}
      <StatusNotice
        words={acts.outcome?.words}
        isWarning={acts.outcome?.isFailure === true}
        onClose={acts.forget}
      />
      {troubles.length > 0 && (
        <ul className="store-troubles" aria-label="Troubles">
          {troubles.map((trouble) => (
            <li key={trouble.key}>
              <Trouble trouble={trouble} acts={acts} />
            </li>
          ))}
        </ul>
      )}
      <StoreLines lines={lines} />
      {storage && (
        <>
          <OriginStorage asked={figures} />
          {storage.sessions && (
            <SessionSizes
              sessions={storage.sessions}
              ownId={live.sessionId ?? live.name}
              version={version + state.entries}
            />
          )}
        </>
      )}
    </section>
  );
}

function StoreLines({ lines }: { readonly lines: readonly StoreLine[] }): ReactNode {
  if (lines.length === 0) return null;
  return (
    <section aria-label="Where this session is stored">
      <h3>This session</h3>
      <dl className="store-lines">
        {lines.map(({ label, text, isTrouble = false }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd data-trouble={isTrouble}>{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** The figures of the browser, asked again with each version. */
function useFigures(
  storage: StorageSource | undefined,
  version: number,
): Asked<StorageFacts | undefined> {
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again after each change
  return useLatestAnswer(storage ?? NO_STORAGE, () => storage?.origin(), [storage, version]);
}

const NO_STORAGE = {};

/** No sign that a file's name may not have. */
function fileNameOf({ sessionId, name }: DevtoolsSource): string {
  return `${(sessionId ?? name).replace(/[^\p{L}\p{N}._-]+/gu, '-').slice(0, 80)}.agentmem.json`;
}

/** Rows that are drawn; a store may hold thousands of sessions. */
const ROWS = 20;

/** The sessions of the store, newest first. */
function SessionSizes(props: {
  readonly sessions: NonNullable<StorageSource['sessions']>;
  /** The session that is shown. */
  readonly ownId: string;
  readonly version: number;
}): ReactNode {
  const { sessions, ownId, version } = props;
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again after each change
  const asked = useLatestAnswer(sessions, () => sessions(), [sessions, version]);
  return (
    <section aria-label="Stored sessions">
      <h3>Stored sessions</h3>
      <SessionLines asked={asked} ownId={ownId} />
    </section>
  );
}

function SessionLines(props: {
  readonly asked: Asked<readonly SessionInfo[]>;
  readonly ownId: string;
}): ReactNode {
  const { asked, ownId } = props;
  if (asked.status === 'waiting') return <p className="quiet">Counting …</p>;
  if (asked.status === 'failed') {
    return <p className="quiet">The sessions did not arrive. {asked.message}</p>;
  }
  const { value: all } = asked;
  if (all.length === 0) return <p className="quiet">No session is stored.</p>;
  return (
    <>
      <ul className="stored-sessions">
        {all.slice(0, ROWS).map(({ id, title, defaultTitle, entries, shown, updatedAtMs }) => (
          <li key={id}>
            <span className="stored-session">
              {title ?? defaultTitle ?? <code>{id}</code>}{' '}
              {id === ownId && <span className="tag">this session</span>}
            </span>
            <span className="quiet">{formatCount(shown ?? entries, 'message')}</span>
            <span className="quiet">last stored {formatMoment(updatedAtMs, Date.now())}</span>
          </li>
        ))}
      </ul>
      {all.length > ROWS && (
        <p className="quiet">and {formatCount(all.length - ROWS, 'session')} more</p>
      )}
    </>
  );
}

const MARKS = { error: '!', warning: '!', info: 'i' } as const;

const LABELS: Readonly<Record<StoreAct, string>> = {
  'write-back': 'Write back',
  'try-again': 'Try again now',
  reload: 'Reload',
  export: 'Export',
};

/** The troubles in which not everything can be read. */
const PARTLY_READ: ReadonlySet<string> = new Set([
  'STORED_STATE_DAMAGED',
  'STORE_CORRUPT',
  'OLDER_UNREAD',
]);

function labelOf(act: StoreAct, code: string): string {
  return act === 'export' && PARTLY_READ.has(code) ? 'Export what can be read' : LABELS[act];
}

/** The act that ends a trouble which does not end by itself. */
const MENDS: ReadonlySet<StoreAct> = new Set(['write-back', 'reload']);

/** A trouble with its sentence, the things that it is about, and what can be done. */
function Trouble(props: {
  readonly trouble: StoreTrouble;
  readonly acts: ReturnType<typeof useStoreActs>;
}): ReactNode {
  const {
    trouble: { severity, title, code, text, details, remedy, acts: wanted },
    acts,
  } = props;
  const titleId = useId();
  const offered = wanted.filter((act) => acts.known.has(act));
  return (
    <article className="store-trouble" data-severity={severity} aria-labelledby={titleId}>
      <span className="notice-mark" aria-hidden="true">
        {MARKS[severity]}
      </span>
      <h3 id={titleId}>{title}</h3>
      <p>{text}</p>
      {details.length > 0 && (
        <ul className="store-details">
          {details.map((detail) => (
            <li key={detail}>{detail}</li>
          ))}
        </ul>
      )}
      <p className="store-remedy">{remedy}</p>
      <p className="store-acts">
        {offered.map((act, place) => (
          <button
            key={act}
            type="button"
            className={place === 0 && MENDS.has(act) ? 'button primary' : 'button'}
            aria-describedby={titleId}
            aria-disabled={acts.running !== undefined}
            onClick={({ currentTarget }) => acts.run(act, currentTarget.ownerDocument)}
          >
            {acts.running === act ? `${labelOf(act, code)} …` : labelOf(act, code)}
          </button>
        ))}
        <code className="quiet">{code}</code>
      </p>
    </article>
  );
}

/** The outcome of the last thing that a person had done, in words. */
interface StoreOutcome {
  readonly words: string;
  readonly isFailure: boolean;
}

/** @param onEnd called when an action has ended, with whether its button goes with what it repaired. */
function useStoreActs(
  storage: StorageSource | undefined,
  fileName: string,
  onEnd: (hasMended: boolean) => void,
) {
  const [running, setRunning] = useState<StoreAct>();
  const [outcome, setOutcome] = useState<StoreOutcome>();
  const isRunning = useRef(false);

  async function carryOut(act: StoreAct, document: Document): Promise<Ended> {
    switch (act) {
      case 'write-back':
      case 'try-again':
        return settled(storedWords((await storage?.writeBack?.()) ?? 0));
      case 'reload':
        await storage?.reload?.();
        return settled('Loaded again: this is what is stored.');
      case 'export': {
        if (storage) saveFile(document, fileName, await storage.exported());
        const words = `Exported as ${fileName}: every message that this page holds.`;
        return { words, hasMended: false };
      }
      default:
        return act satisfies never;
    }
  }

  function run(act: StoreAct, document: Document): void {
    if (isRunning.current) return;
    isRunning.current = true;
    setRunning(act);
    setOutcome(undefined);
    carryOut(act, document).then(
      ({ words, hasMended }) => end({ words, isFailure: false }, hasMended),
      (error: unknown) => end({ words: errorText(error), isFailure: true }, false),
    );
  }

  function end(told: StoreOutcome, hasMended: boolean): void {
    isRunning.current = false;
    setRunning(undefined);
    setOutcome(told);
    onEnd(hasMended);
  }

  return { run, known: knownActs(storage), running, outcome, forget: () => setOutcome(undefined) };
}

interface Ended {
  readonly words: string;
  readonly hasMended: boolean;
}

function settled(words: string): Ended {
  return { words, hasMended: true };
}

function knownActs(storage: StorageSource | undefined): ReadonlySet<StoreAct> {
  const known = new Set<StoreAct>();
  if (storage) known.add('export');
  if (storage?.writeBack) known.add('write-back').add('try-again');
  if (storage?.reload) known.add('reload');
  return known;
}
