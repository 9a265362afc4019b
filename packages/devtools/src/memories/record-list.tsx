import { type ReactNode, useDeferredValue, useMemo, useRef } from 'react';
import { Changes, EmptyView, Press } from '../elements/elements.tsx';
import { useAction } from '../elements/panel-context.ts';
import { saveFile } from '../elements/save-file.ts';
import { type DatedRow, datedRows } from '../grid/row-model.ts';
import { type GridColumn, inTwoLines } from '../grid/virtual-grid.tsx';
import type { RecordFacts } from '../source/record-facts.ts';
import { formatAge, formatConfidence, formatCount } from '../words/format.ts';
import { useMemories } from './memories-context.ts';
import { useMemoriesView } from './memories-view.ts';
import { Rows } from './memory-list.tsx';
import { RecordMarks } from './record-link.tsx';
import {
  isUnfiltered,
  kindWords,
  marksOf,
  markWords,
  queryOf,
  sourceWords,
  typeWords,
} from './record-words.ts';
import { countWords, emptyWords, usePages } from './use-pages.ts';

const COLUMNS: readonly GridColumn<DatedRow<RecordFacts>>[] = [
  {
    ...{ name: 'start', title: 'Text' },
    hint: ({ facts }) => facts.start,
    cell: ({ facts }) => (
      <>
        <span className="start-text">{facts.start}</span>
        <RecordMarks marks={marksOf(facts)} />
      </>
    ),
  },
  {
    ...{ name: 'kind', title: 'Kind' },
    hint: ({ facts }) => typeWords(facts.type),
    cell: ({ facts }) => kindWords(facts.kind),
  },
  {
    ...{ name: 'origin', title: 'Source', look: 'quiet' },
    hint: ({ facts }) => sourceWords(facts.source).meaning,
    cell: ({ facts: { source, saidBy } }) =>
      saidBy === undefined ? sourceWords(source).name : `${sourceWords(source).name}, ${saidBy}`,
  },
  {
    ...{ name: 'confidence', title: 'Sure', look: 'end' },
    hint: ({ facts }) => (isFading(facts) ? markWords('decayed').meaning : 'how sure it is'),
    cell: ({ facts }) => (
      <>
        {formatConfidence(facts.confidence)}
        {isFading(facts) && <span className="fading"> ↓</span>}
      </>
    ),
  },
  { name: 'age', title: 'Age', cell: ({ facts, nowMs }) => formatAge(facts.createdAtMs, nowMs) },
  {
    ...{ name: 'uses', title: 'Uses', look: 'end' },
    hint: ({ facts: { uses } }) =>
      uses === 0 ? markWords('never-recalled').meaning : formatCount(uses, 'use'),
    cell: ({ facts: { uses } }) =>
      uses === 0 ? (
        <span className="unused">
          never<span className="times"> used</span>
        </span>
      ) : (
        <>
          {uses}
          <span className="times">×</span>
        </>
      ),
  },
];
const LAYOUTS = inTwoLines('minmax(120px, 1fr) 74px 108px 58px 48px 42px', {
  columns: 'auto auto auto auto 1fr',
  areas: '"start start start start start" "kind origin confidence age uses"',
});

function isFading({ labels }: RecordFacts): boolean {
  return labels.includes('decayed');
}

/** The records that hold, newest first, fetched as they are read. */
export function RecordList(): ReactNode {
  const { longTerm, version, find, frame } = useMemories();
  const { memories, dispatchMemories } = useMemoriesView();
  const filter = useDeferredValue(memories.filter);
  const query = useMemo(() => queryOf(filter), [filter]);
  const pages = usePages((options) => longTerm.page(query, options), [longTerm, query], version);
  const { items, status } = pages;
  const rows = useMemo(() => datedRows(items, longTerm.nowMs()), [items, longTerm]);
  const isEmpty = items.length === 0 && status === 'here' && isUnfiltered(filter);
  return (
    <Rows
      count={countWords(pages, 'record', 'records')}
      beside={
        <>
          <Changes>
            <ImportButton />
          </Changes>
          <ExportButton />
        </>
      }
      inPlace={
        isEmpty && (
          <EmptyView title="Nothing is remembered yet">
            Records come from <code>longTerm.store()</code>: by your app, by the agent’s tools, or
            by a hook that looks through what was said, or from a file that was exported before.
            Each is listed here with its source and how sure it is.
          </EmptyView>
        )
      }
      label="Records, newest first"
      className="record-grid"
      columns={COLUMNS}
      layouts={LAYOUTS}
      rows={rows}
      selectedKey={memories.selectedId}
      onSelect={(id) => dispatchMemories({ type: 'change', change: { selectedId: id } })}
      onEnter={() => frame.body.current?.focus()}
      find={find}
      onNearEnd={pages.more}
      empty={emptyWords(pages, 'records', 'No record is like this.')}
    />
  );
}

/** Chooses a file of records and hands it over. */
function ImportButton(): ReactNode {
  const { isRunning, take } = useMemories().fileImport;
  const field = useRef<HTMLInputElement>(null);
  return (
    <span className="export">
      <span role="status">{isRunning ? 'Taking the file in …' : ''}</span>
      <Press
        look="link"
        title="Takes in a file that was exported: JSON Lines, a record a line"
        aria-disabled={isRunning}
        onClick={() => {
          if (!isRunning) field.current?.click();
        }}
      >
        Import …
      </Press>
      <input
        ref={field}
        type="file"
        hidden
        accept=".jsonl,.ndjson,application/jsonl"
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          // The same file may be chosen again.
          currentTarget.value = '';
          if (file) take(file);
        }}
      />
    </span>
  );
}

/** Saves every record that may be read as a file. */
function ExportButton(): ReactNode {
  const { longTerm } = useMemories();
  const { run, isRunning, failure } = useAction(() => undefined);
  return (
    <span className="export">
      <span role="status">
        {isRunning && 'Gathering …'}
        {failure !== undefined && `Nothing was exported. ${failure}`}
      </span>
      <Press
        look="link"
        title="Every record that may be read, with its history, as JSON Lines"
        onClick={({ currentTarget: { ownerDocument } }) =>
          run(async () => saveFile(ownerDocument, 'memories.jsonl', await longTerm.exported()))
        }
      >
        Export all
      </Press>
    </span>
  );
}
