/** The rows of the context, the splitter beside them, and the detail pane: reason first, then what it is tied to, then the text. */
export const CONTEXT = `
.split { flex: 1 0 0; min-block-size: 136px; display: flex; flex-direction: column; position: relative; }
.split-list { flex: 1 1 34%; block-size: 100%; min-block-size: 0; overflow: hidden; display: flex; flex-direction: column; }
.split-list > :first-child { flex: 1; min-block-size: 0; }
.vitals ~ .toolbar { padding-block: 2px 6px; }
.sheet {
  flex: 2 1 66%; min-block-size: 0; border-block-start: 1px solid var(--edge); border-radius: 8px 8px 0 0; overflow: hidden;
  box-shadow: 0 -4px 16px rgb(0 0 0 / 0.12);
}
.sheet > .detail { block-size: 100%; }
@container (height < 430px) {
  .split > .sheet { position: absolute; inset: 0; z-index: 5; }
}
.newer:not(:empty) { flex: none; padding: 5px 14px; border-block-start: 1px dotted var(--edge); color: var(--quiet); font-style: italic; }
.split > [data-group] { block-size: 100%; }
.context-grid .row { --columns: 34px 76px minmax(80px, 1fr) 168px; }
.tier-mark { position: absolute; inset-block: 0; inset-inline-start: 0; inline-size: 5px; }
.tier-mark[data-part="left"] { background: repeating-linear-gradient(45deg, var(--hatch) 0 1px, transparent 1px 4px); }
.place { color: var(--quiet); text-align: end; padding-inline-end: 4px; font-size: 11.5px; }
.role { font-weight: 500; }
.column-heads .place { font-size: 11px; }
.column-heads .tokens { text-align: end; }
.context-grid .rows .text { display: flex; align-items: center; gap: 8px; }
.begins { flex: 0 1 auto; min-inline-size: 0; overflow: hidden; text-overflow: ellipsis; }
.context-grid .text > .tag, .sentence-cell > .tag { flex: none; margin-inline-start: auto; }
.context-grid .rows .tokens { display: flex; align-items: center; gap: 10px; }
.token-track { flex: 1; min-inline-size: 0; display: flex; }
.token-bar { min-inline-size: 1px; block-size: 8px; border-radius: 2px; }
.token-bar[data-part="left"] {
  background: repeating-linear-gradient(45deg, var(--edge) 0 1px, transparent 1px 4px);
  box-shadow: inset 0 0 0 1px var(--edge);
}
.token-figure { flex: none; margin-inline-start: auto; min-inline-size: 46px; text-align: end; }
s.token-figure { color: var(--quiet); }
.context-grid .rows .row:has(> .row-reason) { align-content: center; row-gap: 1px; padding-block: 4px 7px; }
.row-reason { grid-column: 3 / -1; white-space: normal; font-size: 12px; line-height: 1.45; text-wrap: pretty; }
.row > .sentence-cell ~ .row-reason { grid-column: 1 / -1; padding-inline-start: 34px; }
.reason-lines { display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 2; overflow: hidden; max-inline-size: 90ch; }
.tag[data-fate="pinned"] { border-color: var(--system); color: var(--pinned); }
.tag[data-fate="trimmed"], .tag[data-fate="deduplicated"] { border-color: var(--archive); color: var(--shortened); }
.tag[data-fate="summarised"] { border-color: var(--working); color: var(--summarised); }
.tag[data-fate="evicted"], .tag[data-fate="expired"], .tag[data-fate="not-selected"] { border-style: dashed; }

.tier-cell { display: flex; align-items: center; gap: 8px; font-size: 12px; }
.tier-name { font-weight: 600; }
.tier-items { color: var(--quiet); }
.tier-tokens { margin-inline-start: auto; color: var(--quiet); }

.sentence-cell { grid-column: 1 / span 3; display: flex; align-items: center; gap: 8px; padding-inline-start: 6px; }
.sentence-cell strong { font-weight: 500; }
.range-places { color: var(--quiet); min-inline-size: 0; overflow: hidden; text-overflow: ellipsis; }
.row[data-kind="range"] { background: var(--surface); }
.row[data-kind="entry"] :is(.place, .role, .begins) { color: var(--quiet); }
.row[data-kind="entry"] .role { padding-inline-start: 8px; }

.context-grid[data-layout="medium"] .row { --columns: 34px 76px minmax(80px, 1fr) 112px; }

.context-grid[data-layout="narrow"] .row { padding-inline: 14px 12px; }
.context-grid[data-layout="narrow"] .row:not([data-heading]) {
  column-gap: 6px;
  --columns: auto auto minmax(0, 1fr);
  grid-template-areas: "place role tokens" "text text text";
}
.context-grid[data-layout="narrow"] .row[data-kind] { align-content: center; row-gap: 1px; }
.context-grid[data-layout="narrow"] .column-heads .row { block-size: 0; overflow: hidden; border: 0; }
@container (height < 300px) { .context-grid .column-heads .row { block-size: 0; overflow: hidden; border: 0; } }
.context-grid[data-layout="narrow"] .place { grid-area: place; min-inline-size: 18px; text-align: start; }
.context-grid[data-layout="narrow"] .role { grid-area: role; }
.context-grid[data-layout="narrow"] .tokens { grid-area: tokens; }
.context-grid[data-layout="narrow"] .token-track { flex: 0 1 96px; margin-inline-start: auto; }
.context-grid[data-layout="narrow"] .token-track + .token-figure { margin-inline-start: 0; }
.context-grid[data-layout="narrow"] .text { grid-area: text; }
.context-grid[data-layout="narrow"] .row:has(> .sentence-cell) {
  --columns: minmax(0, 1fr) auto; grid-template-areas: "sentence tokens";
}
.context-grid[data-layout="narrow"] .sentence-cell { grid-area: sentence; flex-wrap: wrap; row-gap: 0; padding-inline-start: 0; }
.context-grid[data-layout="narrow"] .range-places { order: 1; flex-basis: 100%; padding-inline-start: 28px; font-size: 11.5px; }
.context-grid[data-layout="narrow"] .row > .row-reason, .context-grid[data-layout="narrow"] .row > .sentence-cell ~ .row-reason { grid-column: 1 / -1; padding-inline-start: 0; }

.splitter { position: relative; flex: none; background: var(--line); }
[data-group] > .splitter { inline-size: 1px; }
.splitter::after { content: ""; position: absolute; inset: -4px; z-index: 4; }
.splitter[data-separator="hover"], .splitter[data-separator="active"], .splitter:focus-visible { background: var(--accent); }
.splitter:focus-visible { outline: 2px solid var(--accent); outline-offset: 0; z-index: 5; }
.detail { display: flex; flex-direction: column; block-size: 100%; min-inline-size: 0; background: var(--background); }
.detail-head {
  display: flex; align-items: center; gap: 8px; flex: none; padding: 8px 8px 8px 16px;
  border-block-end: 1px solid var(--line); background: var(--surface);
}
.detail-title { flex: 1; min-inline-size: 0; }
.detail-title h2 { font-size: 13.5px; font-weight: 600; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.facts { color: var(--quiet); font-size: 11.5px; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.detail-head .icon-button { font-size: 17px; }
.detail-body { flex: 1; min-block-size: 0; overflow: auto; padding: 14px 16px 20px; container-type: inline-size; display: flex; flex-direction: column; gap: 14px; }
.detail-body > * { flex: none; }
.detail-body:focus-visible { outline-offset: -2px; }
.why h3 { font-size: 11.5px; font-weight: 600; color: var(--quiet); margin-block-end: 6px; }
.sentence { font-size: 13px; line-height: 1.5; text-wrap: pretty; }
.sentence .tag { margin-inline-end: 8px; }
.remedy { margin-block-start: 6px; padding-inline-start: 10px; border-inline-start: 2px solid var(--accent); color: var(--quiet); line-height: 1.5; text-wrap: pretty; }
.figures { display: grid; grid-template-columns: repeat(auto-fill, minmax(136px, 1fr)); gap: 8px 14px; margin-block-start: 12px; }
.figures > div:last-child { grid-column: 1 / -1; }
.figures dt { color: var(--quiet); font-size: 11px; }
.figures dt::first-letter { text-transform: uppercase; }
.figures dd { overflow-wrap: anywhere; }
.related { display: flex; flex-wrap: wrap; gap: 4px 18px; padding-block: 10px; border-block: 1px solid var(--line); }
.parts h3 { font-size: 11.5px; font-weight: 600; color: var(--quiet); margin-block: 2px 6px; }
.parts ul + h3 { margin-block-start: 14px; }
.parts li { padding-block: 8px; border-block-start: 1px solid var(--line); }
.parts .facts { margin-block-start: 4px; white-space: normal; overflow-wrap: anywhere; }
.message h3 { font-size: 11.5px; font-weight: 600; color: var(--quiet); margin-block-end: 6px; }
.part + .part { margin-block-start: 10px; }
.part-name { color: var(--quiet); font-size: 11px; }
.part-name { margin-block-end: 3px; }
.part pre {
  padding: 10px 12px; border: 1px solid var(--line); border-radius: 6px; background: var(--surface);
  font-size: 12px; line-height: 1.55; white-space: pre-wrap; overflow-wrap: anywhere; tab-size: 2;
}
.cut { color: var(--quiet); font-size: 11.5px; }
.cut { margin-block-start: 4px; }
.compare-columns { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 304px), 1fr)); gap: 12px; }
.compare-columns > * { min-inline-size: 0; }
.item-id { color: var(--quiet); font-size: 11px; overflow-wrap: anywhere; }
`;
