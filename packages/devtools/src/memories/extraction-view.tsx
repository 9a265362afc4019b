import { type ReactNode, useMemo, useState } from 'react';
import { MessageLinks, Press } from '../elements/elements.tsx';
import { Pane, type PaneFrame } from '../elements/pane.tsx';
import { type Asked, arrived, useLatestAnswer, usePanel } from '../elements/panel-context.ts';
import { useChanges } from '../elements/use-changes.ts';
import { type GridColumn, inTwoLines } from '../grid/virtual-grid.tsx';
import type { AuditedRecord } from '../source/audit-facts.ts';
import type { ExtractionPass, ExtractionSource } from '../source/extraction-facts.ts';
import { startOf } from '../source/record-facts.ts';
import { capitalised, formatCount, formatMoment } from '../words/format.ts';
import {
  causeWords,
  forgottenWords,
  type PassRow,
  passRows,
  refusalGroups,
  takenWords,
} from './extraction-words.ts';
import { useMemories } from './memories-context.ts';
import { useMemoriesView } from './memories-view.ts';
import { MemoryList } from './memory-list.tsx';
import { AuditedRecordLink } from './record-link.tsx';
import { kindWords } from './record-words.ts';

const COLUMNS: readonly GridColumn<PassRow>[] = [
  {
    ...{ name: 'moment', title: 'Time', look: 'quiet' },
    cell: ({ pass, nowMs }) => formatMoment(pass.atMs, nowMs),
  },
  {
    ...{ name: 'outcome', title: 'Outcome' },
    hint: ({ outcome }) => outcome.sentence,
    cell: ({ outcome }) => outcome.words,
  },
  {
    ...{ name: 'read', title: 'Read', look: 'quiet' },
    hint: ({ pass }) => causeWords(pass.cause),
    cell: ({ pass }) => formatCount(pass.entries, 'message'),
  },
  { name: 'extractor', title: 'By', look: 'quiet', cell: ({ extractor }) => extractor },
  { name: 'duration', title: 'Took', cell: ({ duration }) => duration },
];
const LAYOUTS = inTwoLines('132px minmax(120px, 1fr) 86px minmax(84px, 0.5fr) 58px', {
  columns: 'auto minmax(0, 1fr) auto',
  areas: '"outcome outcome duration" "read extractor moment"',
});
const NOTHING_READ =
  'Nothing has been read yet. Extraction reads when a run has ended, that is when the assistant has answered without calling a tool, and before messages leave the context.';
const NO_PASSES: readonly ExtractionPass[] = [];

/** The log of extraction: what was read, taken, forgotten and refused in each pass, and why [EXT-5]. */
export function ExtractionView(props: { readonly extraction: ExtractionSource }): ReactNode {
  const { extraction } = props;
  const { longTerm } = useMemories();
  const { isShown } = usePanel();
  const newest = useChanges(extraction, isShown);
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again when a pass has ended
  const asked = useLatestAnswer(extraction, () => extraction.log(), [extraction, newest]);
  const passes = arrived(asked) ?? NO_PASSES;
  const rows = useMemo(() => passRows(passes, longTerm.nowMs()), [passes, longTerm]);
  const [key, setKey] = useState<string>();
  return (
    <MemoryList
      count={asked.status === 'here' ? formatCount(rows.length, 'pass', 'passes') : ''}
      beside="Rules and messages, never texts"
      label="Extraction log, newest first"
      className="pass-grid"
      columns={COLUMNS}
      layouts={LAYOUTS}
      rows={rows}
      attributesOf={({ outcome }) => ({ 'data-kind': outcome.kind })}
      selectedKey={key}
      onSelect={setKey}
      empty={emptyWordsOf(asked)}
      detail={(row, frame) => <PassDetail {...frame} row={row} />}
    />
  );
}

function emptyWordsOf(asked: Asked<unknown>): string {
  if (asked.status === 'waiting') return 'Asking for the log …';
  return asked.status === 'failed'
    ? `The log did not arrive; nothing was changed. ${asked.message}`
    : NOTHING_READ;
}

/** A pass of extraction: what it read, what it took and forgot, and what it refused by which rule. */
function PassDetail(props: PaneFrame & { readonly row: PassRow }): ReactNode {
  const { row, ...frame } = props;
  const { pass, outcome, extractor, duration, nowMs } = row;
  return (
    <Pane
      {...frame}
      title={capitalised(outcome.words)}
      facts={[formatMoment(pass.atMs, nowMs), extractor, duration]}
      bodyLabel="Messages and outcomes"
    >
      <p className={outcome.kind === 'failed' ? 'failure' : 'sentence'}>{outcome.sentence}</p>
      <ReadMessages pass={pass} />
      <Taken pass={pass} />
      <Forgotten pass={pass} />
      <Refused pass={pass} />
      <p className="quiet">
        The log keeps rules and messages, no words of them; where a message is still there, its link
        shows what was said.
      </p>
    </Pane>
  );
}

function ReadMessages({ pass }: { readonly pass: ExtractionPass }): ReactNode {
  const { fromEntryId, toEntryId } = pass;
  const ids = useMemo(
    () => [...new Set([fromEntryId, toEntryId])].filter((id) => id !== undefined),
    [fromEntryId, toEntryId],
  );
  if (ids.length === 0) return null;
  return (
    <p>
      <span className="relation">{ids.length === 1 ? 'Read ' : 'First and last message: '}</span>
      <MessageLinks entryIds={ids} />
    </p>
  );
}

function Taken({ pass: { taken } }: { readonly pass: ExtractionPass }): ReactNode {
  const records = useRecords(taken);
  if (taken.length === 0) return null;
  return (
    <section className="record-section" aria-label="Taken">
      <h3>Taken</h3>
      <ul className="pass-lines">
        {taken.map(({ recordId, kind, outcome, entryIds }, index) => (
          <li key={`${recordId}/${entryIds.join('/')}`}>
            {records && <AuditedRecordLink record={records[index]} />}
            <p className="quiet">
              {kindWords(kind)}, {takenWords(outcome)} · from <MessageLinks entryIds={entryIds} />
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}

const NONE: NonNullable<ExtractionPass['forgotten']> = [];

function Forgotten({ pass }: { readonly pass: ExtractionPass }): ReactNode {
  const { forgotten = NONE } = pass;
  const records = useRecords(forgotten);
  if (forgotten.length === 0) return null;
  return (
    <section className="record-section" aria-label="Forgotten">
      <h3>Forgotten</h3>
      <ul className="pass-lines">
        {forgotten.map(({ recordId, why, entryIds }, index) => (
          <li key={recordId}>
            {records && <AuditedRecordLink record={records[index]} />}
            <p className="quiet">
              {capitalised(forgottenWords(why))} · <MessageLinks entryIds={entryIds} />
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The records as they are now; without a beginning where they were erased. */
function useRecords(
  named: readonly { readonly recordId: string }[],
): readonly AuditedRecord[] | undefined {
  const { longTerm, version } = useMemories();
  return arrived(
    // biome-ignore lint/correctness/useExhaustiveDependencies: asked again after each change
    useLatestAnswer(
      named,
      () =>
        Promise.all(
          named.map(async ({ recordId: id }): Promise<AuditedRecord> => {
            const known = await longTerm.record(id);
            return known ? { id, start: startOf(known.record.text) } : { id };
          }),
        ),
      [named, longTerm, version],
    ),
  );
}

function Refused({ pass }: { readonly pass: ExtractionPass }): ReactNode {
  const groups = useMemo(() => refusalGroups(pass), [pass]);
  if (groups.length === 0) return null;
  return (
    <section className="record-section" aria-label="Refused">
      <h3>Refused</h3>
      <ul className="pass-lines">
        {groups.map(({ rule, count, name, meaning, entryIds }) => (
          <li key={rule}>
            <p>
              {capitalised(name)}
              {count > 1 && ` (${count})`}: {meaning}.
            </p>
            <p className="quiet">
              <code>{rule}</code> · in <MessageLinks entryIds={entryIds} />
              {rule === 'HELD' && <ToQuarantine />}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}

function ToQuarantine(): ReactNode {
  const { dispatchMemories } = useMemoriesView();
  return (
    <>
      {' · '}
      <Press look="link" onClick={() => dispatchMemories({ type: 'look-at-held', id: undefined })}>
        Open the quarantine
      </Press>
    </>
  );
}
