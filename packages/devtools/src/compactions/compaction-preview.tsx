import { errorText } from '@agent-memory/core/internal';
import { type ReactNode, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { LongText, Press } from '../elements/elements.tsx';
import { onEscape } from '../elements/forms.tsx';
import { usePanel } from '../elements/panel-context.ts';
import type { DevtoolsState, PreviewFacts } from '../source/devtools-source.ts';
import { formatCount, formatPlaces } from '../words/format.ts';
import { cachePrice, previewLine } from './compaction-summary.ts';
import { LostValues } from './lost-values.tsx';
import { StageList } from './stage-list.tsx';

type Preview =
  | { readonly status: 'closed' | 'asking' | 'nothing-to-gain' | 'compacting' }
  | { readonly status: 'open'; readonly preview: PreviewFacts; readonly at: DevtoolsState }
  | { readonly status: 'failed'; readonly message: string };

const CLOSED: Preview = { status: 'closed' };

/**
 * Tries a compaction out: what would leave, what would stand for it, what would be lost. Nothing
 * changes before somebody compacts. The focus goes into the preview and comes back to its button.
 */
export function CompactionPreview(): ReactNode {
  const { source, state } = usePanel();
  const [current, setCurrent] = useState<Preview>(CLOSED);
  const [madeId, setMadeId] = useState<string>();
  const button = useRef<HTMLButtonElement>(null);
  const asking = useRef<AbortController>(undefined);
  useEffect(() => () => asking.current?.abort(), []);

  const close = useCallback(() => {
    asking.current?.abort();
    setCurrent(CLOSED);
    button.current?.focus();
  }, []);

  async function ask(): Promise<void> {
    asking.current?.abort();
    const controller = new AbortController();
    asking.current = controller;
    setMadeId(undefined);
    setCurrent({ status: 'asking' });
    const answer = await answerOf(source.previewCompaction({ signal: controller.signal }), state);
    if (!controller.signal.aborted) setCurrent(answer);
  }

  async function compact(): Promise<void> {
    setCurrent({ status: 'compacting' });
    button.current?.focus();
    try {
      const record = await source.compact();
      setMadeId(record?.id);
      setCurrent(record ? CLOSED : { status: 'nothing-to-gain' });
    } catch (error) {
      setCurrent({ status: 'failed', message: errorText(error) });
    }
  }

  // Said only as long as it is true.
  const isMadeNewest = madeId !== undefined && state.compactions.at(-1)?.id === madeId;
  const isBusy = current.status === 'asking' || current.status === 'compacting';
  return (
    <div className="preview-area">
      <div className="preview-bar">
        <button
          ref={button}
          type="button"
          className="button"
          aria-disabled={isBusy}
          onClick={() => {
            if (!isBusy) void ask();
          }}
        >
          Preview compaction
        </button>
        {current.status === 'asking' && <Press onClick={close}>Cancel</Press>}
        <span role="status" className="outcome">
          {isMadeNewest ? 'Compacted; the record is the first below.' : statusWords(current)}
        </span>
      </div>
      {current.status === 'open' && (
        <OpenPreview
          preview={current.preview}
          isOutdated={isOutdated(current.at, state)}
          onCompact={() => void compact()}
          onClose={close}
        />
      )}
    </div>
  );
}

const NOTHING_TO_GAIN = 'Nothing to gain: nothing in the context can leave now.';

function statusWords(current: Preview): string {
  switch (current.status) {
    case 'closed':
    case 'open':
      return '';
    case 'asking':
      return 'Thinking it through …';
    case 'compacting':
      return 'Compacting …';
    case 'nothing-to-gain':
      return NOTHING_TO_GAIN;
    case 'failed':
      return `It did not work, and nothing was lost: ${current.message}`;
    default:
      return current satisfies never;
  }
}

async function answerOf(
  asked: Promise<PreviewFacts | undefined>,
  at: DevtoolsState,
): Promise<Preview> {
  try {
    const preview = await asked;
    return preview ? { status: 'open', preview, at } : { status: 'nothing-to-gain' };
  } catch (error) {
    return { status: 'failed', message: errorText(error) };
  }
}

/** The conversation or its compactions went on since the preview was made. */
function isOutdated(then: DevtoolsState, now: DevtoolsState): boolean {
  return then.entries !== now.entries || then.compactions !== now.compactions;
}

function OpenPreview(props: {
  readonly preview: PreviewFacts;
  /** The plan that it was made of; absent where none was assembled yet. */
  readonly isOutdated: boolean;
  readonly onCompact: () => void;
  readonly onClose: () => void;
}): ReactNode {
  const { preview, isOutdated: isOld, onCompact, onClose } = props;
  const { record, text, lost } = preview;
  const region = useRef<HTMLElement>(null);
  const askValues = useCallback(() => lost, [lost]);
  useLayoutEffect(() => region.current?.focus(), []);

  return (
    <section
      ref={region}
      className="preview"
      aria-label="Preview of a compaction"
      tabIndex={-1}
      onKeyDown={onEscape(onClose)}
    >
      <header>
        <h2>{previewLine(record)}</h2>
        <p className="quiet">
          {isOld
            ? 'The conversation has gone on since; preview again for the present state.'
            : 'Only thought through: nothing has changed.'}
        </p>
      </header>
      <StageList record={record} isPreview />
      <WouldLeave preview={preview} />
      <div className="prices">
        {record.cacheLostTokens !== undefined && (
          <p className="price">{cachePrice(record.cacheLostTokens)}</p>
        )}
        {record.lostValues !== undefined && (
          <LostValues total={record.lostValues} askValues={askValues} />
        )}
      </div>
      {text !== '' && (
        <>
          <h3>The text that would stand for them</h3>
          <LongText label="The text that would stand" text={text} />
        </>
      )}
      <div className="preview-actions">
        <Press look="button primary" onClick={onCompact}>
          Compact now
        </Press>
        <Press onClick={onClose}>Close</Press>
      </div>
    </section>
  );
}

function WouldLeave({ preview }: { readonly preview: PreviewFacts }): ReactNode {
  const { goToMessage } = usePanel();
  const { left } = preview.record;
  if (left.length === 0) {
    return (
      <p className="quiet">No message would leave; what is sent of some would be shortened.</p>
    );
  }
  return (
    <ul className="left-ranges" aria-label="Messages that would leave">
      {left.map(({ fromSeq, toSeq }) => (
        <li key={fromSeq}>
          <span className="relation">Would leave: </span>
          <Press look="link" onClick={() => goToMessage(fromSeq)}>
            {formatCount(toSeq - fromSeq, 'message')} {formatPlaces(fromSeq, toSeq)}
          </Press>
        </li>
      ))}
    </ul>
  );
}
