const RULE_MARKS = /^[\s|:-]+$/u;
const RULE_CELL = /^\s*:?-+:?\s*$/u;
/** A longer line is not looked through. */
const LONGEST_RULE = 2_000;

/** Whether a line is a row of a table: `| a | b |`. */
export function isTableRow(line: string): boolean {
  const row = line.trim();
  return row.length > 1 && row.startsWith('|') && row.endsWith('|');
}

/** Whether a line parts the head of a table from its rows: `| --- | :-: |`. */
export function isTableRule(line: string): boolean {
  if (line.length > LONGEST_RULE || !line.includes('|') || !RULE_MARKS.test(line)) return false;
  const cells = line.split('|');
  const inner = cells.slice(isBlank(cells[0]) ? 1 : 0, isBlank(cells.at(-1)) ? -1 : undefined);
  return inner.length > 1 && inner.every((cell) => RULE_CELL.test(cell));
}

function isBlank(text = ''): boolean {
  return text.trim() === '';
}
