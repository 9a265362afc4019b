/** The log of decisions. */
export const DECISIONS = `
.log-toolbar .filters { grid-template-columns: repeat(auto-fit, minmax(116px, 1fr)); }
.call-range { display: flex; flex-wrap: nowrap; gap: 6px; min-inline-size: 0; }
.call-range .recall-limit { gap: 4px; white-space: nowrap; }
.call-range .recall-limit input { inline-size: 40px; padding-inline: 4px; appearance: textfield; }
.log-extent { flex: 1 1 100%; display: flex; flex-wrap: wrap; gap: 2px 12px; font-size: 12px; }
.log-grid .row { --columns: 44px 92px minmax(150px, 210px) minmax(120px, 1fr); }
.log-grid[data-layout="with-rule"] .row { --columns: 44px 92px minmax(150px, 230px) minmax(160px, 1fr) minmax(120px, 290px); }
.log-grid:not([data-layout="with-rule"]) .log-rule { display: none; }
.log-call { text-align: end; padding-inline-end: 4px; color: var(--quiet); font-variant-numeric: tabular-nums; }
.log-moment, .log-reason { color: var(--quiet); }
.rows .log-title { font-weight: 500; }
.rows .log-rule { font-family: var(--mono); font-size: 11px; color: var(--quiet); }
.rows [data-decision="refused"] .log-title, .rows [data-decision="error"] .log-title { color: var(--error); }
.rows [data-decision="compaction"] .log-title, .rows [data-decision="undo"] .log-title { color: var(--accent); }
.log-grid[data-layout="two-lines"] .column-heads .row { block-size: 0; overflow: hidden; border: 0; }
.log-grid[data-layout="two-lines"] .rows .row {
  grid-template-columns: auto 1fr auto; row-gap: 1px; align-content: center;
  grid-template-areas: "call title moment" "reason reason reason";
}
.log-grid[data-layout="two-lines"] .rows .log-call { grid-area: call; }
.log-grid[data-layout="two-lines"] .rows .log-call::before { content: "call "; }
.log-grid[data-layout="two-lines"] .rows .log-title { grid-area: title; }
.log-grid[data-layout="two-lines"] .rows .log-moment { grid-area: moment; }
.log-grid[data-layout="two-lines"] .rows .log-reason { grid-area: reason; }
`;
