/** The budget bar with its ticks and legend, and the toolbar under it. */
export const BUDGET = `
.budget { flex: none; padding: 12px 14px 8px; container-type: inline-size; }
.totals { display: flex; flex-wrap: wrap; align-items: baseline; gap: 2px 14px; margin-block-end: 8px; }
.total { font-size: 15px; font-weight: 600; letter-spacing: -0.01em; }
.total[data-over="true"] { color: var(--error); }
.change, .window { color: var(--quiet); font-size: 12px; }
.window { margin-inline-start: auto; }
.bar {
  display: flex; block-size: 20px; overflow: hidden; border-radius: 4px;
  box-shadow: inset 0 0 0 1px var(--edge); background: var(--background);
}
.segment { flex: none; block-size: 100%; }
.segment[data-part="free"] { box-shadow: inset 0 1px 0 var(--edge), inset 0 -1px 0 var(--edge); }
.segment[data-part="headroom"] { box-shadow: inset 0 0 0 1px var(--edge); border-radius: 0 4px 4px 0; }
.ticks { position: relative; block-size: 24px; color: var(--quiet); font-size: 11px; }
.tick { position: absolute; inset-block-start: -23px; inline-size: 0; block-size: 29px; border-inline-start: 1.5px dashed var(--text); }
.tick[data-mark="limit"] { border-inline-start: 2px solid var(--text); }
.tick[data-mark="low"] { border-inline-start-style: dotted; }
.tick[data-mark="due"] { border-inline-start: 1.5px solid var(--shortened); block-size: 26px; inset-block-start: -20px; }
.tick[data-due="true"]::before {
  content: ""; position: absolute; inset-block-start: -7px; inset-inline-start: -6px;
  border: 5px solid transparent; border-block-start: 6px solid var(--shortened); border-block-end: 0; forced-color-adjust: none;
}
.tick[data-mark="due"]::before { inset-block-start: -10px; }
.tick-label[data-mark="due"] { color: var(--shortened); }
.over { position: absolute; inset-block-start: 1px; block-size: 4px; border-radius: 2px; background: var(--error); forced-color-adjust: none; }
.tick-label { position: absolute; inset-block-start: 7px; text-align: center; white-space: nowrap; line-height: 14px; }
.legend { display: flex; flex-wrap: wrap; gap: 2px 4px; margin-inline: -6px; }
.legend-entry {
  display: flex; align-items: center; gap: 6px; padding: 2px 6px;
  border: 0; border-radius: 4px; background: none; font-size: 12px; cursor: default;
}
.legend-entry:not([aria-disabled="true"]):hover { background: var(--hover); }
.swatch { flex: none; inline-size: 12px; block-size: 12px; border-radius: 3px; box-shadow: inset 0 0 0 1px var(--edge); }
.legend-name { font-weight: 500; }
.legend-tokens { color: var(--text); }
.legend-share { color: var(--quiet); }
@container (width < 355px) { .legend-entry .legend-share { display: none; } }
@container (width < 420px) { .window { margin-inline-start: 0; } }
@container (width < 620px) {
  .legend { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); }
  .legend-entry { inline-size: 100%; }
  .legend-share { margin-inline-start: auto; min-inline-size: 44px; text-align: end; }
  .legend-tokens { margin-inline-start: auto; }
  .legend-tokens + .legend-share { margin-inline-start: 0; }
}

.toolbar {
  display: flex; flex-wrap: wrap; align-items: center; gap: 8px; flex: none;
  padding: 6px 14px 8px; border-block-end: 1px solid var(--line);
}
.copy-context { display: inline-flex; flex: none; align-items: center; gap: 6px; color: var(--quiet); font-size: 12px; }
.select {
  block-size: 26px; padding: 0 4px; border: 1px solid var(--line); border-radius: 5px;
  background: var(--raised); color: var(--text); font: inherit; font-weight: 500; cursor: default;
}
.select:hover { background: var(--hover); border-color: var(--edge); }
.toggle { display: inline-flex; padding: 2px; border-radius: 7px; background: var(--track); }
.toggle-item {
  display: inline-flex; align-items: center; gap: 6px; block-size: 24px; padding: 0 9px; border: 0; border-radius: 5px;
  background: none; color: var(--quiet); font-size: 12px; font-weight: 500; white-space: nowrap; cursor: default;
}
.toggle-item:hover { color: var(--text); }
.toggle-item[data-state="on"] { background: var(--raised); color: var(--text); box-shadow: 0 0 0 1px var(--line), 0 1px 2px rgb(0 0 0 / 0.08); }
.toggle-item .count { background: none; padding: 0; min-inline-size: 0; }
@container (width < 540px) {
  .copy-context > span:first-child { display: none; }
  .toolbar .find { flex-basis: calc(100% - 200px); }
}
.find { position: relative; flex: 1 1 150px; min-inline-size: 120px; display: flex; }
.find input {
  inline-size: 100%; block-size: 28px; padding: 0 10px; border: 1px solid var(--edge); border-radius: 6px;
  background: var(--background); appearance: none;
}
.find input::placeholder { color: var(--quiet); opacity: 1; }
.find input::-webkit-search-cancel-button { display: none; }
.matches { position: absolute; inset-inline-end: 10px; inset-block: 0; display: flex; align-items: center; color: var(--quiet); font-size: 11.5px; pointer-events: none; }
@media (forced-colors: active) {
  .toggle-item[data-state="on"] { outline: 2px solid Highlight; }
}
`;
