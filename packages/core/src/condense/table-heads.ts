/** How the cells of a row are told apart. */
type Divider = '|' | '\t' | ',' | 'gaps';

/** The titles of a table's columns. */
export interface TableHead {
  readonly divider: Divider;
  readonly titles: readonly string[];
  /** Where each title begins on its line. */
  readonly starts: readonly number[];
}

const LEAST_COLUMNS = 3;
const TITLE = /^[\p{L}_%#][\p{L}_ %#().-]{0,30}$/u;
const RULE = /^[\s|:+=-]+$/;

/** The head of the table that begins here: a row of titles over a row of as many cells. */
export function tableHeadOf(text: string, from: number, longestRow: number): TableHead | undefined {
  const [first, second, third] = text.slice(from, from + 3 * longestRow).split('\n', 4);
  if (first === undefined || second === undefined || first.length > longestRow) return undefined;
  const isRuled = RULE.test(second) && second.includes('-');
  const row = isRuled ? third : second;
  if (row === undefined || row.length > longestRow) return undefined;
  for (const divider of ['|', '\t', ',', 'gaps'] as const) {
    const cells = cellsOf(first, divider);
    const least = divider === '|' && isRuled ? 2 : LEAST_COLUMNS;
    if (cells.length < least || cells.length !== cellsOf(row, divider).length) continue;
    if (!cells.every(({ words }) => TITLE.test(words) && words.split(' ').length <= 3))
      return undefined;
    return {
      divider,
      titles: cells.map(({ words }) => words),
      starts: cells.map(({ start }) => start),
    };
  }
  return undefined;
}

/** The title over a place of a row; `undefined` where the row has not as many cells as the head. */
export function headedBy(head: TableHead, row: string, place: number): string | undefined {
  const cells = cellsOf(row, head.divider);
  if (cells.length !== head.titles.length) return undefined;
  let column = -1;
  while (column + 1 < cells.length && (cells[column + 1]?.start ?? 0) <= place) column += 1;
  return head.titles[column];
}

interface Cell {
  readonly words: string;
  readonly start: number;
}

function cellsOf(row: string, divider: Divider): readonly Cell[] {
  const cells: Cell[] = [];
  if (divider === 'gaps') {
    for (const match of row.matchAll(/\S+(?: \S+)*/g))
      cells.push({ words: match[0], start: match.index });
    return cells;
  }
  let start = 0;
  for (const part of row.split(divider)) {
    cells.push({ words: part.trim(), start });
    start += part.length + 1;
  }
  // Markdown begins and ends a row with the divider.
  if (divider === '|' && cells[0]?.words === '') cells.shift();
  if (divider === '|' && cells.at(-1)?.words === '') cells.pop();
  return cells;
}
