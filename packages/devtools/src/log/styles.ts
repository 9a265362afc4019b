/** The log of decisions, and the values that are kept of what left. */
export const LOG_AND_VALUES = `
.log-extent { flex: 1 1 100%; display: flex; flex-wrap: wrap; gap: 2px 12px; font-size: 12px; }
.log-grid[data-layout="two-lines"] .rows .log-call::before { content: "call "; }
.rows .log-title { font-weight: 500; }
.rows [data-decision="refused"] .log-title, .rows [data-decision="error"] .log-title { color: var(--error); }
.rows [data-decision="compaction"] .log-title, .rows [data-decision="undo"] .log-title { color: var(--accent); }
.archived { flex: none; display: flex; flex-wrap: wrap; align-items: baseline; gap: 2px 16px; padding: 12px 14px 6px; }
.archived-line { font-size: 13px; }
.archived details { flex-basis: 100%; }
.archived summary, .compactions .lost summary { cursor: pointer; }
.archived summary { inline-size: fit-content; padding-block: 3px; color: var(--quiet); }
.archived summary:hover, .compactions .lost summary:hover { color: var(--text); }
.long-text {
  max-block-size: 220px; overflow: auto; margin-block: 4px 6px; padding: 10px 12px;
  border: 1px solid var(--line); border-radius: 6px; background: var(--surface);
}
.long-text pre { font-size: 12px; line-height: 1.55; white-space: pre-wrap; overflow-wrap: anywhere; tab-size: 2; }
.kind-field {
  block-size: 28px; padding: 0 8px; border: 1px solid var(--edge); border-radius: 6px;
  background: var(--background); color: inherit; font: inherit; font-size: 12px;
}
.value-area { flex: 1; min-block-size: 120px; }
.rank { color: var(--quiet); text-align: end; padding-inline-end: 4px; font-size: 11.5px; }
.column-heads .rank { font-size: 11px; }
.rows .value { font-family: var(--mono); font-size: 12px; }
.kind { color: var(--quiet); }
.value-grid[data-layout="one-line"] .state { padding-inline-start: 14px; }
.rows :is(.last, .seek) .link { font-size: 12px; }
.tag[data-value-state="sent"] { border-color: var(--working); color: var(--summarised); }
.tag[data-value-state="in-view"] { border-color: var(--system); color: var(--pinned); }
.tag[data-value-state="no-room"] { border-style: dashed; }

`;
