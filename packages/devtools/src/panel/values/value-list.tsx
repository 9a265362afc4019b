import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual';
import {
  type KeyboardEvent,
  type ReactNode,
  useCallback,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { VALUE_STATE_WORDS, type ValueRow } from '../../view-model/value-rows.ts';
import { GridCell, GridColumnHead, GridRow, GridRowGroup } from '../context/grid-parts.tsx';
import { usePanel } from '../panel-context.ts';
import { useElementWidth } from '../use-element-width.ts';

/** Narrower than this a value has a line of its own above its facts. */
const ONE_LINE_PIXELS = 560;
const HEADS_PIXELS = 26;
const ONE_LINE_ROW_PIXELS = 29;
const TWO_LINE_ROW_PIXELS = 46;
const PAGE_ROWS = 10;

const COLUMNS = [
  { name: 'rank', title: '#' },
  { name: 'value', title: 'Value' },
  { name: 'kind', title: 'Kind' },
  { name: 'uses', title: 'Uses' },
  { name: 'last', title: 'Last in' },
  { name: 'state', title: 'Stands' },
] as const;

/**
 * The values, however many: only those in sight are in the document. One tab stop; arrows move the
 * selection, Enter goes to the message that said the value last.
 */
export function ValueList({
  rows,
  total,
}: {
  readonly rows: readonly ValueRow[];
  readonly total: number;
}): ReactNode {
  const { goToMessage } = usePanel();
  const scroller = useRef<HTMLDivElement>(null);
  const hasTwoLines = useElementWidth(scroller) < ONE_LINE_PIXELS;
  const headsPixels = hasTwoLines ? 0 : HEADS_PIXELS;
  const rowPixels = hasTwoLines ? TWO_LINE_ROW_PIXELS : ONE_LINE_ROW_PIXELS;
  const idBase = useId();
  const [selectedText, setSelectedText] = useState<string>();
  const selectedIndex = rows.findIndex(({ value }) => value.text === selectedText);

  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowPixels,
    getItemKey: (index) => rows[index]?.value.text ?? index,
    overscan: 6,
    scrollMargin: headsPixels,
    scrollPaddingStart: headsPixels,
    // The selected row stays in the document so that it can be spoken.
    rangeExtractor: useCallback(
      (range: Range) => {
        const shown = new Set(defaultRangeExtractor(range));
        if (selectedIndex >= 0) shown.add(selectedIndex);
        return [...shown].sort((a, b) => a - b);
      },
      [selectedIndex],
    ),
  });
  useEffect(() => {
    if (rowPixels) virtualizer.measure();
  }, [virtualizer, rowPixels]);

  function select(index: number): void {
    const row = rows[Math.min(Math.max(0, index), rows.length - 1)];
    if (!row) return;
    setSelectedText(row.value.text);
    virtualizer.scrollToIndex(rows.indexOf(row), { align: 'auto' });
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (handleKey(event.key)) event.preventDefault();
  }

  function handleKey(key: string): boolean {
    const selected = rows[selectedIndex];
    switch (key) {
      case 'ArrowDown':
        select(selectedIndex + 1);
        return true;
      case 'ArrowUp':
        select(selectedIndex < 0 ? rows.length - 1 : selectedIndex - 1);
        return true;
      case 'PageDown':
        select(selectedIndex + PAGE_ROWS);
        return true;
      case 'PageUp':
        select(selectedIndex - PAGE_ROWS);
        return true;
      case 'Home':
        select(0);
        return true;
      case 'End':
        select(rows.length - 1);
        return true;
      case 'Enter':
        if (!selected) return false;
        goToMessage(selected.value.lastSeq);
        return true;
      case 'Escape':
        if (!selected) return false;
        setSelectedText(undefined);
        return true;
      default:
        return false;
    }
  }

  const rowId = (index: number) => `${idBase}-value-${index}`;
  return (
    <div className="list-area value-area">
      {/* biome-ignore lint/a11y/useSemanticElements: a table element cannot be virtualised */}
      <div
        className="list value-list"
        role="grid"
        aria-label="Values that are kept, by rank"
        aria-rowcount={rows.length + 1}
        aria-activedescendant={selectedIndex >= 0 ? rowId(selectedIndex) : undefined}
        tabIndex={0}
        data-lines={hasTwoLines ? 2 : 1}
        ref={scroller}
        onKeyDown={onKeyDown}
      >
        <GridRowGroup className="column-heads">
          <GridRow aria-rowindex={1}>
            {COLUMNS.map(({ name, title }) => (
              <GridColumnHead key={name} className={name}>
                {title}
              </GridColumnHead>
            ))}
          </GridRow>
        </GridRowGroup>
        <GridRowGroup className="rows" style={{ height: `${virtualizer.getTotalSize()}px` }}>
          {virtualizer.getVirtualItems().map(({ index, start, size }) => {
            const row = rows[index];
            if (!row) return null;
            return (
              <ValueRowView
                key={row.value.text}
                id={rowId(index)}
                row={row}
                ariaRowIndex={index + 2}
                isSelected={index === selectedIndex}
                offsetPixels={start - headsPixels}
                heightPixels={size}
                onSelect={() => setSelectedText(row.value.text)}
              />
            );
          })}
        </GridRowGroup>
        {rows.length === 0 && (
          <p className="no-rows">
            {total === 0 ? 'What left said no exact values.' : 'No kept value is like this.'}
          </p>
        )}
      </div>
    </div>
  );
}

function ValueRowView({
  id,
  row,
  ariaRowIndex,
  isSelected,
  offsetPixels,
  heightPixels,
  onSelect,
}: {
  readonly id: string;
  readonly row: ValueRow;
  readonly ariaRowIndex: number;
  readonly isSelected: boolean;
  readonly offsetPixels: number;
  readonly heightPixels: number;
  readonly onSelect: () => void;
}): ReactNode {
  const { goToMessage } = usePanel();
  const { text, kind, uses, lastSeq, state } = row.value;
  return (
    <GridRow
      id={id}
      className="value-row"
      aria-rowindex={ariaRowIndex}
      aria-selected={isSelected}
      data-kind="value"
      style={{ height: `${heightPixels}px`, transform: `translateY(${offsetPixels}px)` }}
      onClick={onSelect}
    >
      <GridCell className="rank">{row.rank}</GridCell>
      <GridCell className="value" title={text}>
        {text}
      </GridCell>
      <GridCell className="kind">{kind}</GridCell>
      <GridCell className="uses">
        {uses}
        <span className="times">×</span>
      </GridCell>
      <GridCell className="last">
        {/* By keys it is Enter on the row. */}
        <button
          type="button"
          className="link"
          tabIndex={-1}
          aria-label={`Go to message #${lastSeq}`}
          onClick={(event) => {
            event.stopPropagation();
            goToMessage(lastSeq);
          }}
        >
          #{lastSeq}
        </button>
      </GridCell>
      <GridCell className="state" title={VALUE_STATE_WORDS[state].meaning}>
        <span className="tag" data-value-state={state}>
          {VALUE_STATE_WORDS[state].name}
        </span>
      </GridCell>
    </GridRow>
  );
}
