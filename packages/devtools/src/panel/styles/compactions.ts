/** The list of compactions. */
export const COMPACTIONS = `
.compactions { flex: 1; min-block-size: 0; overflow: auto; padding: 4px 14px 20px; }
.compactions:focus-visible { outline-offset: -2px; }
.compaction { padding-block: 12px; max-inline-size: 860px; }
.compactions li + li > .compaction { border-block-start: 1px solid var(--line); }
.compaction header { display: flex; flex-wrap: wrap; align-items: baseline; gap: 2px 14px; }
.compaction h2 { font-size: 13px; font-weight: 600; text-wrap: pretty; }
.compaction time { margin-inline-start: auto; color: var(--quiet); font-size: 11.5px; }
.stages { display: grid; grid-template-columns: auto minmax(60px, 1fr) auto; gap: 4px 10px; margin-block: 9px 8px; }
.stages li { display: grid; grid-column: 1 / -1; grid-template-columns: subgrid; align-items: center; }
.stage-name { font-weight: 500; overflow-wrap: anywhere; }
.stage-bar { display: flex; block-size: 10px; border-radius: 3px; overflow: hidden; background: var(--surface); box-shadow: inset 0 0 0 1px var(--line); }
.stage-after { background: var(--working); forced-color-adjust: none; }
.stage-removed { background: repeating-linear-gradient(45deg, var(--hatch) 0 1px, transparent 1px 4px); }
.stage-label { color: var(--quiet); font-size: 11.5px; text-align: end; }
.left-ranges { display: flex; flex-wrap: wrap; gap: 2px 18px; }
@media (forced-colors: active) { .stage-after { background: CanvasText; } }
`;
