import type { ReactNode } from 'react';
import type { RecordMark } from '../../source/record-scan.ts';
import { formatAge, formatConfidence, formatCount } from '../../view-model/format.ts';
import type { RecordRow } from '../../view-model/record-rows.ts';
import {
  kindWords,
  marksOf,
  markWords,
  sourceWords,
  typeWords,
} from '../../view-model/record-words.ts';
import { CellElement } from '../grid/grid-elements.tsx';

/** The fields of a record in the list. */
export function RecordCells({ row }: { readonly row: RecordRow }): ReactNode {
  const { start, type, kind, source, confidence, labels, createdAtMs, uses } = row.facts;
  const { name, meaning } = sourceWords(source);
  const isFading = labels.includes('decayed');
  return (
    <>
      <CellElement className="start" title={start}>
        <span className="start-text">{start}</span>
        <RecordMarks marks={marksOf(row.facts)} />
      </CellElement>
      <CellElement className="kind" title={typeWords(type)}>
        {kindWords(kind)}
      </CellElement>
      <CellElement className="origin" title={meaning}>
        {name}
      </CellElement>
      <CellElement
        className="confidence"
        title={isFading ? 'fades until somebody confirms it' : 'how sure it is'}
      >
        {formatConfidence(confidence)}
        {isFading && <span className="fading"> ↓</span>}
      </CellElement>
      <CellElement className="age">{formatAge(createdAtMs, row.nowMs)}</CellElement>
      <CellElement
        className={uses === 0 ? 'uses unused' : 'uses'}
        title={uses === 0 ? markWords('never-recalled').meaning : formatCount(uses, 'use')}
      >
        {uses === 0 ? 'never' : uses}
        <span className="times">{uses === 0 ? ' used' : '×'}</span>
      </CellElement>
    </>
  );
}

/** The marks of a record as tags. */
export function RecordMarks({ marks }: { readonly marks: readonly RecordMark[] }): ReactNode {
  return marks.map((mark) => (
    <span key={mark} className="tag" data-mark={mark} title={markWords(mark).meaning}>
      {markWords(mark).name}
    </span>
  ));
}
