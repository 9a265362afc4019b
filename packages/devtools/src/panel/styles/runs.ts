/** Runs: headings in the context list, their own tab, and the marks of what was recalled. */
export const RUNS = `
.by-run { display: inline-flex; align-items: center; gap: 5px; font-size: 12px; white-space: nowrap; }
.row[data-kind="run"] { background: var(--surface); }
.run-cell strong { flex: none; font-weight: 600; }
.run-request { min-inline-size: 0; overflow: hidden; text-overflow: ellipsis; }
.run-facts { flex: none; color: var(--quiet); font-size: 11.5px; }
.context-grid .row[aria-level="3"] .place { padding-inline-end: 0; }
.tag[data-run="open"], .tag[data-author="open"] { border-style: dashed; }
.tag[data-author="title"] { border-color: var(--system); color: var(--pinned); }
.tag[data-author="summarizer"] { border-color: var(--working); color: var(--summarised); }
.tag[data-recalled] { border-color: var(--live); }
.recalled-mark { margin-inline-end: 6px; display: inline-flex; align-items: center; gap: 5px; vertical-align: bottom; }
.recalled-mark .link { font-size: 12px; }
.range-places code { font-size: 11px; }
.recall-call { overflow-wrap: anywhere; }
.recalled .related { border-block-end: 0; padding-block: 6px 0; }
.catalog { flex: none; padding: 10px 14px 8px; border-block-end: 1px solid var(--line); text-wrap: pretty; }
.catalog p { max-inline-size: 90ch; }
.catalog p[data-trouble] { padding: 7px 10px; border-radius: 6px; background: var(--warning-surface); }
.run-grid .row { --columns: 38px minmax(120px, 1fr) minmax(120px, 1fr) 92px 48px 66px; }
.run-grid .rows .row[data-kind="run"] { background: none; }
.run-grid .rows .row[data-kind="run"][aria-selected="true"] { background: var(--selected); }
.run-grid .line { color: var(--quiet); }
.steps { text-align: end; }
.run-grid .unit { display: none; }
.run-grid .rows .tokens { background: none; text-align: end; }
.run-grid[data-layout="two-lines"] .column-heads .row { block-size: 0; overflow: hidden; border: 0; }
.run-grid[data-layout="two-lines"] .rows .row {
  column-gap: 10px; row-gap: 1px; align-content: center;
  grid-template-columns: auto auto 1fr auto;
  grid-template-areas: "rank request request author" "rank steps tokens tokens";
}
.run-grid[data-layout="two-lines"] .rows .rank { grid-area: rank; min-inline-size: 18px; text-align: start; }
.run-grid[data-layout="two-lines"] .rows .request { grid-area: request; }
.run-grid[data-layout="two-lines"] .rows .author { grid-area: author; }
.run-grid[data-layout="two-lines"] .rows .steps { grid-area: steps; color: var(--quiet); text-align: start; }
.run-grid[data-layout="two-lines"] .rows .tokens { grid-area: tokens; color: var(--quiet); text-align: start; padding: 0; }
.run-grid[data-layout="two-lines"] .line { display: none; }
.run-grid[data-layout="two-lines"] .unit { display: inline; }
.detail-body h3 { font-size: 11.5px; font-weight: 600; color: var(--quiet); margin-block-end: 3px; }
.run-section { display: grid; gap: 6px; }
.run-section p:empty { display: none; }
.tag[data-checkpoint="milestone"] { border-color: var(--system); color: var(--pinned); }
.catalog h2 { font-size: 11.5px; font-weight: 600; color: var(--quiet); margin-block-end: 2px; }
.checkpoint-grid .row { --columns: 42px 92px minmax(90px, 1fr) minmax(120px, 1fr) 76px 62px; }
.checkpoint-grid :is(.step, .overlays) { text-align: end; }
.checkpoint-grid .rows :is(.ends, .moment, .overlays) { color: var(--quiet); }
.checkpoint-grid .row[data-kind="elsewhere"] { font-style: italic; }
.checkpoint-grid[data-layout="two-lines"] .column-heads .row { block-size: 0; overflow: hidden; border: 0; }
.checkpoint-grid[data-layout="two-lines"] .rows .row {
  column-gap: 10px; row-gap: 1px; align-content: center;
  grid-template-columns: auto auto 1fr auto;
  grid-template-areas: "step kind name moment" "step ends ends ends";
}
.checkpoint-grid[data-layout="two-lines"] .rows .step { grid-area: step; min-inline-size: 18px; }
.checkpoint-grid[data-layout="two-lines"] .rows .kind { grid-area: kind; }
.checkpoint-grid[data-layout="two-lines"] .rows .name { grid-area: name; }
.checkpoint-grid[data-layout="two-lines"] .rows .moment { grid-area: moment; }
.checkpoint-grid[data-layout="two-lines"] .rows .ends { grid-area: ends; }
.checkpoint-grid[data-layout="two-lines"] .overlays { display: none; }
.said { overflow-wrap: anywhere; }
.context-grid[data-layout="narrow"] .run-request { flex: 1 1 0; }
.context-grid[data-layout="narrow"] .run-facts { flex-basis: 100%; padding-inline-start: 28px; }
`;
