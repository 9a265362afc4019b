/** Every list of the panel: rows that are placed one by one, and columns that line up without a table. */
export const GRID = `
.grid-frame { position: relative; block-size: 100%; }
.grid { position: relative; block-size: 100%; overflow: auto; overflow-anchor: none; background: var(--background); }
.grid-frame > .grid:focus-visible { outline: none; }
.grid-frame:has(> .grid:focus-visible)::after {
  content: ""; position: absolute; inset: 0; z-index: 4; pointer-events: none;
  outline: 2px solid var(--accent); outline-offset: -2px;
}
.rows { position: relative; }
.row {
  display: grid; grid-template-columns: var(--columns); align-items: center; column-gap: 8px;
  inline-size: 100%; padding-inline: 14px; cursor: default;
}
.rows .row { position: absolute; inset-block-start: 0; inset-inline-start: 0; }
.cell { min-inline-size: 0; overflow: hidden; white-space: nowrap; text-overflow: ellipsis; }
.column-heads { position: sticky; inset-block-start: 0; z-index: 3; }
.column-heads .row {
  block-size: 26px; background: var(--background); border-block-end: 1px solid var(--line);
  color: var(--quiet); font-size: 11px; font-weight: 500;
}
.row[aria-selected]:hover { background: var(--hover); }
.row[aria-selected="true"], .row[aria-selected="true"]:hover { background: var(--selected); }
.rows .row[aria-selected] { border-block-end: 1px solid var(--line); }
.rows .row[data-heading] {
  grid-template: none / 1fr; z-index: 2; background: var(--surface); border-block-end: 1px solid var(--line);
}
.open-mark { flex: none; inline-size: 20px; block-size: 20px; display: grid; place-items: center; }
.open-mark::before {
  content: ""; inline-size: 6px; block-size: 6px; border: solid currentColor; border-width: 0 1.5px 1.5px 0;
  transform: rotate(-45deg);
}
.open-mark[data-open="true"]::before { transform: translateY(-1px) rotate(45deg); }
.no-rows:not(:empty) {
  position: absolute; inset-block-start: 27px; inset-inline: 0; padding: 28px 20px;
  text-align: center; text-wrap: balance; color: var(--quiet);
}
.end { text-align: end; }
.times { display: none; }
.grid[data-layout="two-lines"] .column-heads .row { block-size: 0; overflow: hidden; border: 0; }
.grid[data-layout="two-lines"] .rows .row { grid-template-areas: var(--areas); column-gap: 10px; row-gap: 1px; align-content: center; }
.grid[data-layout="two-lines"] .rows .cell { grid-area: var(--area); text-align: start; }
.grid[data-layout="two-lines"] .wide { display: none; }
.grid[data-layout="two-lines"] .times { display: inline; }
.tag {
  display: inline-block; padding: 0 7px; border: 1px solid var(--edge); border-radius: 9px;
  font-size: 11px; line-height: 16px; font-weight: 500; white-space: nowrap; vertical-align: middle;
}
`;
