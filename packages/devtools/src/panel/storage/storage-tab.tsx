import { type ReactNode, useCallback, useRef, useState } from 'react';
import type { DevtoolsSource } from '../../source/devtools-source.ts';
import type { StorageFacts } from '../../source/storage-facts.ts';
import type { StorageSource } from '../../source/storage-source.ts';
import { type StoreHeadline, type StoreLine, storePage } from '../../view-model/store-page.ts';
import { usePanel } from '../parts/panel-context.ts';
import { StatusNotice } from '../parts/status-notice.tsx';
import { type Asked, arrived, useLatestAnswer } from '../parts/use-answer.ts';
import { useSourceState } from '../use-source-state.ts';
import { OriginStorage } from './origin-storage.tsx';
import { SessionSizes } from './session-sizes.tsx';
import { TroubleList } from './trouble-list.tsx';
import { type StoreActs, useStoreActs } from './use-store-acts.ts';

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
      <Headline headline={headline} />
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
      <TroubleList troubles={troubles} acts={acts} />
      <StoreLines lines={lines} />
      {storage && (
        <Figures
          storage={storage}
          figures={figures}
          ownId={live.sessionId ?? live.name}
          version={version + state.entries}
          acts={acts}
        />
      )}
    </section>
  );
}

function Headline({ headline: { tone, text } }: { readonly headline: StoreHeadline }): ReactNode {
  return (
    <p className="store-headline" data-tone={tone} role="status">
      {text}
    </p>
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

function Figures({
  storage: { keep, sessions, measured },
  figures,
  ownId,
  version,
  acts,
}: {
  readonly storage: StorageSource;
  readonly figures: Asked<StorageFacts | undefined>;
  readonly ownId: string;
  readonly version: number;
  readonly acts: StoreActs;
}): ReactNode {
  return (
    <>
      <OriginStorage
        asked={figures}
        notAlone="sessions"
        isTold
        keep={keep && ((document) => acts.run('keep', document))}
      />
      {sessions && (
        <SessionSizes sessions={sessions} measured={measured} ownId={ownId} version={version} />
      )}
    </>
  );
}

/** The figures of the browser, asked anew with each version. */
function useFigures(
  storage: StorageSource | undefined,
  version: number,
): Asked<StorageFacts | undefined> {
  return useLatestAnswer(
    storage ?? NO_STORAGE,
    // biome-ignore lint/correctness/useExhaustiveDependencies: asked anew after each change
    useCallback(() => storage?.origin(), [storage, version]),
  );
}

const NO_STORAGE = {};

/** No sign that a file's name may not have. */
function fileNameOf({ sessionId, name }: DevtoolsSource): string {
  return `${(sessionId ?? name).replace(/[^\p{L}\p{N}._-]+/gu, '-').slice(0, 80)}.agentmem.json`;
}
