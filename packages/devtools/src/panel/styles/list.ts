/** The rows: one grid per density, so that columns line up without a table. */
export const LIST = `
.split { flex: 1; min-block-size: 0; }
.split > [data-group] { block-size: 100%; }
.list { position: relative; block-size: 100%; overflow: auto; overflow-anchor: none; background: var(--background); }
.list-area { position: relative; block-size: 100%; }
.list-area .list:focus-visible { outline: none; }
.list-area:has(> .list:focus-visible)::after {
  content: ""; position: absolute; inset: 0; z-index: 4; pointer-events: none;
  outline: 2px solid var(--accent); outline-offset: -2px;
}
.rows { position: relative; }
.row {
  --columns: 38px 76px minmax(80px, 1fr) 50px 70px 88px 66px 56px;
  display: grid; grid-template-columns: var(--columns); align-items: center; column-gap: 8px;
  inline-size: 100%; padding-inline: 14px 14px; cursor: default;
}
.rows .row { position: absolute; inset-block-start: 0; inset-inline-start: 0; }
.cell { min-inline-size: 0; overflow: hidden; white-space: nowrap; text-overflow: ellipsis; }
.column-heads { position: sticky; inset-block-start: 0; z-index: 3; }
.column-heads .row {
  block-size: 26px; background: var(--background); border-block-end: 1px solid var(--line);
  color: var(--quiet); font-size: 11px; font-weight: 500;
}
.row[data-kind]:hover { background: var(--hover); }
.row[aria-selected="true"], .row[aria-selected="true"]:hover { background: var(--selected); }
.rows .row[data-kind] { border-block-end: 1px solid var(--line); }
.row[data-tier]::before {
  content: ""; position: absolute; inset-block: 0; inset-inline-start: 0; inline-size: 5px;
}
.row[data-tier="left"]::before { background: repeating-linear-gradient(45deg, var(--hatch) 0 1px, transparent 1px 4px); }
.place { color: var(--quiet); text-align: end; padding-inline-end: 4px; font-size: 11.5px; }
.role { font-weight: 500; }
.age { color: var(--quiet); text-align: end; padding-inline-end: 6px; font-size: 11.5px; }
.origin { color: var(--quiet); }
.origin[data-origin="shortened"], .origin[data-origin="condensed"], .origin[data-origin="live"] { color: var(--text); }
.tokens, .share { text-align: end; }
.share { color: var(--quiet); font-size: 11.5px; }
.column-heads :is(.place, .age, .share) { font-size: 11px; }
.rows .tokens {
  padding-block: 3px;
  background: linear-gradient(var(--hatch), var(--hatch)) right bottom / var(--fill, 0%) 2px no-repeat;
}
.tokens s { color: var(--quiet); }
.tag {
  display: inline-block; padding: 0 7px; border: 1px solid var(--edge); border-radius: 9px;
  font-size: 11px; line-height: 16px; font-weight: 500; white-space: nowrap; vertical-align: middle;
}
.rows .tag[data-fate="sent"] { border: 0; padding: 0; font-weight: 400; color: var(--quiet); font-size: 12.5px; vertical-align: baseline; }
.tag[data-fate="pinned"] { border-color: var(--system); color: var(--pinned); }
.tag[data-fate="trimmed"], .tag[data-fate="deduplicated"] { border-color: var(--archive); color: var(--shortened); }
.tag[data-fate="summarised"] { border-color: var(--working); color: var(--summarised); }
.tag[data-fate="evicted"], .tag[data-fate="expired"], .tag[data-fate="not-selected"] { border-style: dashed; }

.tier-row { grid-template-columns: 1fr; z-index: 1; background: var(--surface); border-block-end: 1px solid var(--line); }
.rows .tier-row[data-pinned="true"] { position: sticky; inset-block-start: 26px; z-index: 2; }
.tier-cell { display: flex; align-items: center; gap: 8px; font-size: 12px; }
.tier-name { font-weight: 600; }
.tier-items { color: var(--quiet); }
.tier-tokens { margin-inline-start: auto; color: var(--quiet); }

.range-cell { grid-column: 1 / span 4; display: flex; align-items: center; gap: 8px; padding-inline-start: 6px; }
.range-cell strong { font-weight: 500; }
.range-places { color: var(--quiet); min-inline-size: 0; overflow: hidden; text-overflow: ellipsis; }
.chevron { flex: none; inline-size: 20px; block-size: 20px; display: grid; place-items: center; }
.chevron::before {
  content: ""; inline-size: 6px; block-size: 6px; border: solid currentColor; border-width: 0 1.5px 1.5px 0;
  transform: rotate(-45deg);
}
.chevron[data-open="true"]::before { transform: translateY(-1px) rotate(45deg); }
.row[data-kind="range"] { background: var(--surface); }
.row[data-kind="entry"] .cell:not(.fate):not(.tokens) { color: var(--quiet); }
.row[data-kind="entry"] .role { padding-inline-start: 8px; }
.no-rows { padding: 28px 20px; text-align: center; color: var(--quiet); }

.list[data-density="medium"] .row { --columns: 34px 76px minmax(80px, 1fr) 88px 66px 56px; }
.list[data-density="medium"] :is(.age, .origin) { display: none; }
.list[data-density="medium"] .range-cell { grid-column: 1 / span 3; }

.list[data-density="narrow"] .row { padding-inline: 14px 12px; column-gap: 6px; }
.list[data-density="narrow"] .row {
  --columns: auto auto 1fr auto auto;
  grid-template-areas: "place role fate tokens share" "text text text text text";
}
.list[data-density="narrow"] .row[data-kind] { align-content: center; row-gap: 1px; }
.list[data-density="narrow"] .column-heads .row { block-size: 0; overflow: hidden; border: 0; }
.list[data-density="narrow"] .tier-row[data-pinned="true"] { inset-block-start: 0; }
.list[data-density="narrow"] :is(.age, .origin) { display: none; }
.list[data-density="narrow"] .place { grid-area: place; min-inline-size: 18px; text-align: start; }
.list[data-density="narrow"] .role { grid-area: role; }
.list[data-density="narrow"] .fate { grid-area: fate; }
.list[data-density="narrow"] .tokens { grid-area: tokens; min-inline-size: 48px; padding-block: 0 1px; }
.list[data-density="narrow"] .share { grid-area: share; min-inline-size: 46px; }
.list[data-density="narrow"] .text { grid-area: text; }
.list[data-density="narrow"] .row[data-kind="range"] {
  --columns: 1fr auto auto; grid-template-areas: "range fate tokens";
}
.list[data-density="narrow"] .range-cell { grid-area: range; padding-inline-start: 0; }
.list[data-density="narrow"] .row[data-kind="range"] .share { display: none; }
.list[data-density="narrow"] .tier-row { grid-template: none / 1fr; }

.splitter { position: relative; flex: none; background: var(--line); }
[data-group] > .splitter[aria-orientation="vertical"] { inline-size: 1px; }
[data-group] > .splitter[aria-orientation="horizontal"] { block-size: 1px; }
.splitter::after { content: ""; position: absolute; inset: -4px; z-index: 4; }
.splitter[data-separator="hover"], .splitter[data-separator="active"], .splitter:focus-visible { background: var(--accent); }
.splitter:focus-visible { outline: 2px solid var(--accent); outline-offset: 0; z-index: 5; }
`;
