/** The list of compactions. */
export const COMPACTIONS = `
.compactions { flex: 1; min-block-size: 0; overflow: auto; padding: 4px 14px 20px; }
.compactions:focus-visible { outline-offset: -2px; }
.compaction { padding-block: 12px; max-inline-size: 860px; }
.compactions li + li > .compaction { border-block-start: 1px solid var(--line); }
.compaction header { display: flex; align-items: baseline; gap: 14px; }
.compaction-title { flex: 1; min-inline-size: 0; display: flex; flex-wrap: wrap; align-items: baseline; gap: 3px 10px; }
.compaction h2 { font-size: 13px; font-weight: 600; text-wrap: pretty; }
.compaction time { flex: none; color: var(--quiet); font-size: 11.5px; }
.stages { display: grid; grid-template-columns: auto minmax(60px, 1fr) auto; gap: 4px 10px; margin-block: 9px 8px; }
.stages li { display: grid; grid-column: 1 / -1; grid-template-columns: subgrid; align-items: center; }
.stage-name { font-weight: 500; overflow-wrap: anywhere; }
.stage-bar { display: flex; block-size: 10px; border-radius: 3px; overflow: hidden; background: var(--surface); box-shadow: inset 0 0 0 1px var(--line); }
.stage-after { background: var(--working); forced-color-adjust: none; }
.stage-removed { background: repeating-linear-gradient(45deg, var(--hatch) 0 1px, transparent 1px 4px); }
.stage-label { color: var(--quiet); font-size: 11.5px; text-align: end; }
.compaction[data-undone="true"] h2 { color: var(--quiet); }
.compaction[data-undone="true"] .stage-after { opacity: 0.5; }
.prices { display: flex; flex-wrap: wrap; align-items: baseline; gap: 2px 18px; margin-block-start: 4px; color: var(--quiet); }
.price { color: var(--quiet); }
.compactions .lost { min-inline-size: 0; }
.compactions .lost[open] { flex-basis: 100%; }
.compactions .lost summary { inline-size: fit-content; }
.lost-body { display: grid; gap: 6px; padding-block: 4px 2px; }
.value-chips { display: flex; flex-wrap: wrap; gap: 4px 6px; align-items: baseline; color: var(--text); }
.value-chips code {
  display: inline-block; padding: 1px 6px; border: 1px solid var(--line); border-radius: 4px; background: var(--surface);
  font-size: 11.5px; overflow-wrap: anywhere;
}
.compactions .undo { display: flex; flex-wrap: wrap; align-items: center; gap: 4px 10px; margin-block-start: 8px; }
.undo .record-form { flex-basis: 100%; max-inline-size: 70ch; }
.compactions .outcome { color: var(--quiet); text-wrap: pretty; }
.preview-area { padding-block: 2px 10px; border-block-end: 1px solid var(--line); }
.preview-bar { display: flex; flex-wrap: wrap; align-items: center; gap: 6px 10px; }
.preview {
  max-inline-size: 860px; margin-block-start: 10px; padding: 12px 14px; border: 1px dashed var(--edge); border-radius: 8px; background: var(--surface);
}
.preview h2 { font-size: 13px; font-weight: 600; text-wrap: pretty; }
.preview h3 { margin-block: 10px 4px; font-size: 11.5px; font-weight: 600; color: var(--quiet); }
.preview .long-text, .preview .value-chips code, .preview .stage-bar { background: var(--background); }
.preview-actions { display: flex; flex-wrap: wrap; gap: 8px; margin-block-start: 10px; }
@container (width < 520px) {
  .stages { grid-template-columns: 1fr auto; row-gap: 8px; }
  .stages li { row-gap: 3px; }
  .stage-bar { grid-row: 2; grid-column: 1 / -1; }
}
.beside { margin-block-start: 6px; }
.beside summary { inline-size: fit-content; cursor: pointer; color: var(--quiet); }
.beside summary:hover { color: var(--text); }
.beside-columns { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 320px), 1fr)); gap: 8px 14px; }
.beside-columns > * { min-inline-size: 0; }
.beside-columns h3 { margin-block: 4px 0; font-size: 11.5px; font-weight: 600; color: var(--quiet); }
.beside-columns .long-text { max-block-size: 320px; }
.sources li + li { margin-block-start: 8px; padding-block-start: 8px; border-block-start: 1px solid var(--line); }
.source-head { margin-block-end: 2px; font-size: 12px; }
.left-ranges { display: flex; flex-wrap: wrap; gap: 2px 18px; }
@media (forced-colors: active) {
  .stage-after { background: CanvasText; }
  .stage-removed { forced-color-adjust: none; }
}
`;
