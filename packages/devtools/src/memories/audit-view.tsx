import { type ReactNode, useMemo, useState } from 'react';
import { Pane, type PaneFrame } from '../elements/pane.tsx';
import type { DatedRow } from '../grid/row-model.ts';
import { type GridColumn, inTwoLines } from '../grid/virtual-grid.tsx';
import type { AuditFacts } from '../source/audit-facts.ts';
import { capitalised, formatCount, formatMoment } from '../words/format.ts';
import { actionWords, moreWords, reasonWords } from './audit-words.ts';
import { useMemories } from './memories-context.ts';
import { useMemoriesView } from './memories-view.ts';
import { MemoryList } from './memory-list.tsx';
import { AuditedRecordLink } from './record-link.tsx';
import { countWords, emptyWords, usePages } from './use-pages.ts';

const COLUMNS: readonly GridColumn<DatedRow<AuditFacts>>[] = [
  {
    ...{ name: 'moment', title: 'Time', look: 'quiet' },
    cell: ({ facts, nowMs }) => formatMoment(facts.atMs, nowMs),
  },
  { name: 'action', title: 'Action', cell: ({ facts }) => actionWords(facts.action).name },
  {
    ...{ name: 'record', title: 'Record' },
    hint: ({ facts: { records } }) => records[0]?.start ?? 'erased: no text of it is left',
    cell: ({ facts }) => (
      <>
        {/* By keys it is Enter on the row. */}
        <AuditedRecordLink record={facts.records[0]} isTabStop={false} />
        <span className="more">{moreWords(facts)}</span>
      </>
    ),
  },
  {
    ...{ name: 'reason', title: 'Reason', look: 'quiet' },
    hint: ({ facts }) => reasonWords(facts),
    cell: ({ facts }) => reasonWords(facts),
  },
];
const LAYOUTS = inTwoLines('132px 84px minmax(140px, 1fr) minmax(120px, 0.6fr)', {
  columns: 'auto minmax(0, 1fr) auto',
  areas: '"record record record" "action reason moment"',
});

/** What was done to records: by the user, by the agent's tools and by the memory itself [LTM-7]. */
export function AuditView(): ReactNode {
  const { longTerm, version } = useMemories();
  const { action } = useMemoriesView().memories;
  const pages = usePages(
    (options) => longTerm.audit(action === '' ? options : { ...options, action }),
    [longTerm, action],
    version,
  );
  const [key, setKey] = useState<string>();
  const { items } = pages;
  const rows = useMemo(() => {
    const nowMs = longTerm.nowMs();
    return items.map((facts) => ({ key: String(facts.number), facts, nowMs }));
  }, [items, longTerm]);
  const nothing = action === '' ? 'Nothing has been done yet.' : 'No entry is like this.';
  return (
    <MemoryList
      count={countWords(pages, 'entry', 'entries')}
      beside="Ids and actions, never texts"
      label="Audit log, newest first"
      className="audit-grid"
      columns={COLUMNS}
      layouts={LAYOUTS}
      rows={rows}
      selectedKey={key}
      onSelect={setKey}
      onNearEnd={pages.more}
      empty={emptyWords(pages, 'entries', nothing)}
      detail={({ facts, nowMs }, frame) => <AuditDetail {...frame} entry={facts} nowMs={nowMs} />}
    />
  );
}

/** An entry of the audit log: every record that it names. */
function AuditDetail(
  props: PaneFrame & { readonly entry: AuditFacts; readonly nowMs: number },
): ReactNode {
  const { entry, nowMs, ...frame } = props;
  const { number, atMs, action, namespace, records, recordCount } = entry;
  const more = recordCount - records.length;
  return (
    <Pane
      {...frame}
      title={`${capitalised(actionWords(action).name)}: ${formatCount(recordCount, 'record')}`}
      facts={[formatMoment(atMs, nowMs), namespace, `entry ${number}`]}
      bodyLabel="Records of the entry"
    >
      <p className="sentence">{capitalised(reasonWords(entry))}.</p>
      <ul className="audited" aria-label="Records">
        {records.map((record) => (
          <li key={record.id}>
            <AuditedRecordLink record={record} />
          </li>
        ))}
      </ul>
      {more > 0 && <p className="quiet">and {formatCount(more, 'more', 'more')}</p>}
      <p className="quiet">
        The log keeps ids, no texts: a record reads here as it is now, and one that was erased reads
        as nothing.
      </p>
    </Pane>
  );
}
