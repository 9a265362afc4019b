/** The budget bar with its ticks and legend. */
export const BUDGET = `
.budget { --bar: 20px; flex: none; padding: 8px 14px 5px; container-type: inline-size; }
.totals { display: flex; flex-wrap: wrap; align-items: baseline; gap: 2px 14px; margin-block-end: 5px; }
.budget .total { font-size: 15px; font-weight: 600; letter-spacing: -0.01em; }
.budget .total[data-over="true"] { color: var(--error); }
.budget :is(.change, .window) { color: var(--quiet); font-size: 12px; }
.budget .window { margin-inline-start: auto; }
.bar {
  display: flex; block-size: var(--bar); overflow: hidden; border-radius: 4px;
  box-shadow: inset 0 0 0 1px var(--edge); background: var(--background);
}
.segment { flex: none; block-size: 100%; }
.segment[data-part="free"] { box-shadow: inset 0 1px 0 var(--edge), inset 0 -1px 0 var(--edge); }
.segment[data-part="headroom"] { box-shadow: inset 0 0 0 1px var(--edge); border-radius: 0 4px 4px 0; }
.ticks { position: relative; block-size: 24px; color: var(--quiet); font-size: 11px; }
.tick { position: absolute; inset-block-start: calc(-3px - var(--bar)); inline-size: 0; block-size: calc(9px + var(--bar)); border-inline-start: 1.5px dashed var(--text); }
.tick[data-mark="limit"] { border-inline-start: 2px solid var(--text); }
.tick[data-mark="low"] { border-inline-start-style: dotted; }
.tick[data-mark="due"] { border-inline-start: 1.5px solid var(--shortened); block-size: calc(6px + var(--bar)); inset-block-start: calc(-1 * var(--bar)); }
.tick[data-due="true"]::before {
  content: ""; position: absolute; inset-block-start: -7px; inset-inline-start: -6px;
  border: 5px solid transparent; border-block-start: 6px solid var(--shortened); border-block-end: 0; forced-color-adjust: none;
}
.tick[data-mark="due"]::before { inset-block-start: -10px; }
.tick-label[data-mark="due"] { color: var(--shortened); }
.ticks .over { position: absolute; inset-block-start: 1px; block-size: 4px; border-radius: 2px; background: var(--error); forced-color-adjust: none; }
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
@container (width >= 1280px) {
  .budget-body { display: grid; grid-template: "totals legend" auto "bar bar" auto / 1fr auto; align-items: baseline; column-gap: 24px; }
  .bar-frame { grid-area: bar; min-inline-size: 0; }
  .budget-body .legend { grid-area: legend; }
}
@container (width < 355px) { .legend-entry .legend-share { display: none; } }
@container (width < 420px) {
  .totals { column-gap: 10px; margin-block-end: 6px; }
  .budget .total { font-size: 14px; }
  .legend-entry { padding-block: 1px; }
}
@container (width < 620px) {
  .legend { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); }
  .legend-entry { inline-size: 100%; }
  .legend-share { margin-inline-start: auto; min-inline-size: 44px; text-align: end; }
  .legend-tokens { margin-inline-start: auto; }
  .legend-tokens + .legend-share { margin-inline-start: 0; }
}

.vitals { flex: none; }
.vitals[data-low="true"] { display: flex; flex-wrap: wrap; align-items: baseline; padding-block-end: 4px; }
.vitals[data-low="true"] .budget { --bar: 16px; flex: 1 0 100%; padding-block: 10px 1px; }
.vitals[data-low="true"] .budget-body { display: grid; grid-template: "totals bar" auto / auto minmax(0, 1fr); align-items: start; column-gap: 16px; }
.vitals[data-low="true"] :is(.budget .change, .budget .window, .legend, .tick-label) { display: none; }
.vitals[data-low="true"] .totals { margin: 0; }
.vitals[data-low="true"] .budget .total { font-size: 13px; line-height: 16px; }
.vitals[data-low="true"] .bar-frame { grid-area: bar; min-inline-size: 0; }
.vitals[data-low="true"] .ticks { block-size: 7px; }
@container (width < 520px) {
  .vitals[data-low="true"] .budget-body { grid-template: "totals" auto "bar" auto / minmax(0, 1fr); row-gap: 10px; }
}
@container (height < 300px) and (width >= 1000px) {
  .vitals[data-low="true"] .budget { flex: 1 1 540px; }
  .vitals[data-low="true"] > :is(.map, .health) { flex: 1 1 220px; }
}
`;
