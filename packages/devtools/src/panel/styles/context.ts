/** The rows of the context, the splitter beside them, and how much they show at each width. */
export const CONTEXT = `
.split { flex: 1; min-block-size: 0; }
.split > [data-group] { block-size: 100%; }
.context-grid .row { --columns: 34px 76px minmax(80px, 1fr) 44px 74px 86px 58px 50px; }
.row[data-tier]::before {
  content: ""; position: absolute; inset-block: 0; inset-inline-start: 0; inline-size: 5px;
}
.row[data-tier="left"]::before { background: repeating-linear-gradient(45deg, var(--hatch) 0 1px, transparent 1px 4px); }
.place { color: var(--quiet); text-align: end; padding-inline-end: 4px; font-size: 11.5px; }
.role { font-weight: 500; }
.age { color: var(--quiet); text-align: end; padding-inline-end: 2px; font-size: 11.5px; }
.origin { color: var(--quiet); }
.rows .origin:not([data-origin="original"]):not(:empty) { color: var(--text); }
.tokens, .share { text-align: end; }
.share { color: var(--quiet); font-size: 11.5px; }
.column-heads :is(.place, .age, .share) { font-size: 11px; }
.rows .tokens {
  padding-block: 3px;
  background: linear-gradient(var(--hatch), var(--hatch)) right bottom / var(--fill, 0%) 2px no-repeat;
}
.tokens s { color: var(--quiet); }
.rows .tag[data-fate="sent"] { border: 0; padding: 0; font-weight: 400; color: var(--quiet); font-size: 12.5px; vertical-align: baseline; }
.tag[data-fate="pinned"] { border-color: var(--system); color: var(--pinned); }
.tag[data-fate="trimmed"], .tag[data-fate="deduplicated"] { border-color: var(--archive); color: var(--shortened); }
.tag[data-fate="summarised"] { border-color: var(--working); color: var(--summarised); }
.tag[data-fate="evicted"], .tag[data-fate="expired"], .tag[data-fate="not-selected"] { border-style: dashed; }

.tier-cell { display: flex; align-items: center; gap: 8px; font-size: 12px; }
.tier-name { font-weight: 600; }
.tier-items { color: var(--quiet); }
.tier-tokens { margin-inline-start: auto; color: var(--quiet); }

.sentence-cell { grid-column: 1 / span 4; display: flex; align-items: center; gap: 8px; padding-inline-start: 6px; }
.sentence-cell strong { font-weight: 500; }
.range-places { color: var(--quiet); min-inline-size: 0; overflow: hidden; text-overflow: ellipsis; }
.row[data-kind="range"] { background: var(--surface); }
.row[data-kind="entry"] .cell:not(.fate):not(.tokens) { color: var(--quiet); }
.row[data-kind="entry"] .role { padding-inline-start: 8px; }

.context-grid[data-layout="medium"] .row { --columns: 34px 76px minmax(80px, 1fr) 88px 66px 56px; }
.context-grid[data-layout="medium"] :is(.age, .origin) { display: none; }
.context-grid[data-layout="medium"] .sentence-cell { grid-column: 1 / span 3; }

.context-grid[data-layout="narrow"] .row { padding-inline: 14px 12px; }
.context-grid[data-layout="narrow"] .row:not([data-heading]) {
  column-gap: 6px;
  --columns: auto auto 1fr auto auto;
  grid-template-areas: "place role fate tokens share" "text text text text text";
}
.context-grid[data-layout="narrow"] .row[data-kind] { align-content: center; row-gap: 1px; }
.context-grid[data-layout="narrow"] .column-heads .row { block-size: 0; overflow: hidden; border: 0; }
.context-grid[data-layout="narrow"] :is(.age, .origin) { display: none; }
.context-grid[data-layout="narrow"] .place { grid-area: place; min-inline-size: 18px; text-align: start; }
.context-grid[data-layout="narrow"] .role { grid-area: role; }
.context-grid[data-layout="narrow"] .fate { grid-area: fate; }
.context-grid[data-layout="narrow"] .tokens { grid-area: tokens; min-inline-size: 48px; padding-block: 0 1px; }
.context-grid[data-layout="narrow"] .share { grid-area: share; min-inline-size: 46px; }
.context-grid[data-layout="narrow"] .text { grid-area: text; }
.context-grid[data-layout="narrow"] .row:has(> .sentence-cell) {
  --columns: 1fr auto auto; grid-template-areas: "sentence fate tokens";
}
.context-grid[data-layout="narrow"] .sentence-cell { grid-area: sentence; flex-wrap: wrap; row-gap: 0; padding-inline-start: 0; }
.context-grid[data-layout="narrow"] .range-places { flex-basis: 100%; padding-inline-start: 28px; font-size: 11.5px; }
.context-grid[data-layout="narrow"] .row:has(> .sentence-cell) .share { display: none; }

.splitter { position: relative; flex: none; background: var(--line); }
[data-group] > .splitter[aria-orientation="vertical"] { inline-size: 1px; }
[data-group] > .splitter[aria-orientation="horizontal"] { block-size: 1px; }
.splitter::after { content: ""; position: absolute; inset: -4px; z-index: 4; }
.splitter[data-separator="hover"], .splitter[data-separator="active"], .splitter:focus-visible { background: var(--accent); }
.splitter:focus-visible { outline: 2px solid var(--accent); outline-offset: 0; z-index: 5; }
`;
