/** The values that are kept of what left. */
export const VALUES = `
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
.value-grid .row { --columns: 38px minmax(120px, 420px) 84px 44px 64px minmax(84px, 1fr) 44px; }
.rank { color: var(--quiet); text-align: end; padding-inline-end: 4px; font-size: 11.5px; }
.column-heads .rank { font-size: 11px; }
.rows .value { font-family: var(--mono); font-size: 12px; }
.kind { color: var(--quiet); }
.uses, .last, .seek { text-align: end; }
.value-grid[data-layout="one-line"] .state { padding-inline-start: 14px; }
.times { display: none; }
.rows :is(.last, .seek) .link { font-size: 12px; }
.tag[data-value-state="sent"] { border-color: var(--working); color: var(--summarised); }
.tag[data-value-state="in-view"] { border-color: var(--system); color: var(--pinned); }
.tag[data-value-state="no-room"] { border-style: dashed; }

.value-grid[data-layout="two-lines"] .row {
  --columns: 1fr auto; row-gap: 1px; align-content: center;
  grid-template-areas: "value value" "facts state"; column-gap: 10px;
}
.value-grid[data-layout="two-lines"] .column-heads .row { block-size: 0; overflow: hidden; border: 0; }
.value-grid[data-layout="two-lines"] .rows .row {
  grid-template-columns: auto auto auto 1fr auto;
  grid-template-areas: "value value value value state" "rank kind uses last seek";
}
.value-grid[data-layout="two-lines"] .rows .rank { grid-area: rank; text-align: start; }
.value-grid[data-layout="two-lines"] .rows .value { grid-area: value; }
.value-grid[data-layout="two-lines"] .rows .kind { grid-area: kind; }
.value-grid[data-layout="two-lines"] .rows .uses { grid-area: uses; color: var(--quiet); }
.value-grid[data-layout="two-lines"] .rows .last { grid-area: last; }
.value-grid[data-layout="two-lines"] .rows .seek { grid-area: seek; }
.value-grid[data-layout="two-lines"] .rows .state { grid-area: state; }
.value-grid[data-layout="two-lines"] .times { display: inline; }
`;
