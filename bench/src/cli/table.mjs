// @ts-check

/**
 * One column of a table for people.
 *
 * @template Row
 * @typedef {object} Column
 * @property {string} title
 * @property {(row: Row) => string} cell
 * @property {'left' | 'right'} [align] right unless said otherwise
 */

/**
 * Lays rows out as text, every column as wide as its widest cell.
 *
 * @template Row
 * @param {readonly Column<Row>[]} columns
 * @param {readonly Row[]} rows
 * @returns {string}
 */
export function formatTable(columns, rows) {
  const grid = columns.map((column) => {
    const cells = [column.title, ...rows.map(column.cell)];
    const width = Math.max(...cells.map((cell) => cell.length));
    return cells.map((cell) =>
      column.align === 'left' ? cell.padEnd(width) : cell.padStart(width),
    );
  });
  const line = (/** @type {number} */ index) =>
    grid
      .map((cells) => cells[index] ?? '')
      .join('  ')
      .trimEnd();
  const rule = grid.map((cells) => '─'.repeat(cells[0]?.length ?? 0)).join('  ');
  return [line(0), rule, ...rows.map((_, index) => line(index + 1))].join('\n');
}

/** @param {number | null} share 0…1; null where there was nothing to share out */
export function percent(share) {
  return share === null ? '–' : `${(100 * share).toFixed(1)} %`;
}

/**
 * @param {number | null} value null where there is no figure
 * @param {number} digits behind the point
 */
export function decimal(value, digits) {
  return value === null ? '–' : value.toFixed(digits);
}
