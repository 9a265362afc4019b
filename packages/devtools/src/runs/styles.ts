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
.detail-body h3 { font-size: 11.5px; font-weight: 600; color: var(--quiet); margin-block-end: 3px; }
.run-section { display: grid; gap: 6px; }
.run-section p:empty { display: none; }
.tag[data-checkpoint="milestone"] { border-color: var(--system); color: var(--pinned); }
.catalog h2 { font-size: 11.5px; font-weight: 600; color: var(--quiet); margin-block-end: 2px; }
.checkpoint-grid .row[data-kind="elsewhere"] { font-style: italic; }
.said { overflow-wrap: anywhere; }
.context-grid[data-layout="narrow"] .run-request { flex: 1 1 0; }
.context-grid[data-layout="narrow"] .run-facts { flex-basis: 100%; padding-inline-start: 28px; }
`;
