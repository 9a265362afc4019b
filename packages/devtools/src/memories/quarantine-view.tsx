import type { HeldRecord } from '@agent-memory/long-term';
import { type ReactNode, useId, useMemo } from 'react';
import { Changes, FactList, LongText, Press } from '../elements/elements.tsx';
import { Pane, type PaneFrame } from '../elements/pane.tsx';
import { type GridColumn, inTwoLines } from '../grid/virtual-grid.tsx';
import { shownText } from '../source/message-text.ts';
import { formatAge } from '../words/format.ts';
import { EraseAction } from './erase-action.tsx';
import { EvidenceList } from './evidence-list.tsx';
import { erasedBy, type FinishedAction, recordOf } from './finished-action.ts';
import { heldFactsOf, heldReasons, heldRows, hiddenWords } from './held-words.ts';
import { useMemories } from './memories-context.ts';
import { useMemoriesView } from './memories-view.ts';
import { MemoryList } from './memory-list.tsx';
import { kindWords, sourceWords } from './record-words.ts';
import { countWords, emptyWords, usePages } from './use-pages.ts';

const COLUMNS: readonly GridColumn<ReturnType<typeof heldRows>[number]>[] = [
  {
    ...{ name: 'start', title: 'Text' },
    hint: ({ start }) => start,
    cell: ({ start }) => <span className="start-text">{start}</span>,
  },
  {
    ...{ name: 'reason', title: 'Why', look: 'quiet' },
    hint: ({ reason }) => reason,
    cell: ({ reason }) => reason,
  },
  { name: 'origin', title: 'From', look: 'quiet', cell: ({ source }) => source },
  { name: 'age', title: 'Held', cell: ({ age }) => age },
  { name: 'left', title: 'Until', look: 'quiet', cell: ({ left }) => left },
];
const LAYOUTS = inTwoLines('minmax(120px, 1fr) minmax(110px, 0.8fr) 74px 52px 74px', {
  columns: 'auto minmax(0, 1fr) auto auto',
  areas: '"start start start start" "origin reason age left"',
});
const NOTHING_HELD =
  'Nothing waits here. A text that reads like an order to the assistant is held until somebody has looked at it, unless it is the user’s own word.';

/** The texts that wait in quarantine, and the one that is selected [GRD-3]. */
export function QuarantineView(): ReactNode {
  const { longTerm, version } = useMemories();
  const { memories, dispatchMemories } = useMemoriesView();
  const pages = usePages((options) => longTerm.held(options), [longTerm], version);
  const { items } = pages;
  const rows = useMemo(() => heldRows(items, longTerm.nowMs()), [items, longTerm]);
  return (
    <MemoryList
      count={countWords(pages, 'text waits', 'texts wait')}
      beside="In no list, search or context until you decide"
      label="Quarantine, newest first"
      className="held-grid"
      columns={COLUMNS}
      layouts={LAYOUTS}
      rows={rows}
      selectedKey={memories.heldId}
      onSelect={(id) => dispatchMemories({ type: 'look-at-held', id })}
      onNearEnd={pages.more}
      empty={emptyWords(pages, 'texts in quarantine', NOTHING_HELD)}
      detail={({ held }, frame) => <HeldDetail {...frame} held={held} />}
    />
  );
}

/** A text in quarantine: why it waits, its letters and nothing more of it, and what may become of it. */
function HeldDetail(props: PaneFrame & { readonly held: HeldRecord }): ReactNode {
  const { held, ...frame } = props;
  const { id, record, heldAtMs } = held;
  const nowMs = useMemories().longTerm.nowMs();
  const hidden = hiddenWords(record.text);
  const age = formatAge(heldAtMs, nowMs);
  return (
    <Pane
      {...frame}
      title={`Held: ${kindWords(record.kind)}, ${sourceWords(record.source).name}`}
      facts={[`held for ${age === 'now' ? 'less than a second' : age}`, record.namespace]}
      id={id}
      bodyLabel="Text in quarantine"
    >
      <section aria-label="Why it waits" className="held-why">
        <h3>Why it waits</h3>
        <ul className="reasons">
          {heldReasons(held).map((reason) => (
            <li key={reason}>{reason}</li>
          ))}
        </ul>
      </section>
      <section aria-label="Its text" className="held-text">
        <h3>Its text, letter by letter</h3>
        {hidden !== '' && <p className="remedy">{hidden}</p>}
        <LongText label="Text as it came" text={shownText(record.text)} />
      </section>
      <Changes>
        <HeldActions id={id} />
      </Changes>
      <section className="record-section" aria-label="Where it is from">
        <h3>Where it is from</h3>
        <EvidenceList evidence={record.evidence} />
      </section>
      <FactList label="Facts" facts={heldFactsOf(held, nowMs)} />
    </Pane>
  );
}

const RELEASED = {
  reference: 'Released as a reference: it may be quoted from now on, and is no fact.',
  claim: 'Released as a claim: it may be found from now on, as unsure as it was.',
} as const;

/** Releases a text as one of two things, or erases it. */
function HeldActions({ id }: { readonly id: string }): ReactNode {
  const { longTerm } = useMemories();
  const hint = useId();
  async function release(as: 'reference' | 'claim'): Promise<FinishedAction> {
    const record = recordOf(await longTerm.release(id, as));
    return { words: RELEASED[as], selectedId: record.id };
  }
  async function erase(): Promise<FinishedAction> {
    const erasure = await longTerm.eraseHeld(id);
    if (erasure.refusal?.rule === 'UNKNOWN_RECORD') {
      const words = 'It was gone from quarantine already; nothing was erased.';
      return { words, selectedId: undefined };
    }
    erasedBy(erasure);
    const words = 'Erased for good: the text is gone, and the same statement is kept out.';
    return { words, selectedId: undefined, hasErased: true };
  }
  return (
    <EraseAction
      erase={erase}
      legend="What to do with this text"
      others={({ run, isRunning }) =>
        (['reference', 'claim'] as const).map((as) => (
          <Press
            key={as}
            aria-disabled={isRunning}
            aria-describedby={`${hint}-${as}`}
            onClick={() => run(() => release(as))}
          >
            Release as a {as}
          </Press>
        ))
      }
      hints={
        <ul className="held-hints quiet">
          <li id={`${hint}-reference`}>
            A reference is text quoted from outside, which a model is told not to obey.
          </li>
          <li id={`${hint}-claim`}>
            A claim stands as it was stored, no surer, until somebody confirms it.
          </li>
        </ul>
      }
    >
      <p>
        The text goes, and the same statement is kept from coming back.{' '}
        <strong>This cannot be undone.</strong> The log keeps that something was erased, not what it
        said.
      </p>
    </EraseAction>
  );
}
