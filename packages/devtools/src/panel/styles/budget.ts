/** The budget bar with its ticks and legend. */
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
@container (width < 420px) {
  .totals { column-gap: 10px; margin-block-end: 6px; }
  .total { font-size: 14px; }
  .legend-entry { padding-block: 1px; }
}
@container (width < 620px) {
  .legend { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); }
  .legend-entry { inline-size: 100%; }
  .legend-share { margin-inline-start: auto; min-inline-size: 44px; text-align: end; }
  .legend-tokens { margin-inline-start: auto; }
  .legend-tokens + .legend-share { margin-inline-start: 0; }
}
`;
