/** The lines above the list: the budget bar, the map of the context, and the outlook, which is the state of the summariser too. */
export const VITALS = `
.vitals { flex: none; display: flex; flex-wrap: wrap; align-items: baseline; padding-block-end: 4px; }
.vitals > .budget { flex: 1 0 100%; }
.vitals > :is(.map, .health) { flex: 1 1 320px; min-inline-size: 0; }
.vitals > :is(.map:has(> .map-head > [aria-expanded="true"]), .health[data-open="true"]) { flex-basis: 100%; }
.budget {
  --bar: 16px; display: grid; grid-template: "total bar" auto / auto minmax(0, 1fr); align-items: start; gap: 10px 16px; padding: 10px 14px 1px;
}
.budget .total { font-weight: 600; font-size: 13px; line-height: 16px; }
.budget .total[data-over="true"] { color: var(--error); }
.bar-frame { grid-area: bar; min-inline-size: 0; }
.bar {
  display: flex; block-size: var(--bar); overflow: hidden; border-radius: 4px;
  box-shadow: inset 0 0 0 1px var(--edge); background: var(--background);
}
.segment { flex: 0 1 0; min-inline-size: 3px; block-size: 100%; }
.segment[data-part="free"] { box-shadow: inset 0 1px 0 var(--edge), inset 0 -1px 0 var(--edge); }
.segment[data-part="headroom"] { box-shadow: inset 0 0 0 1px var(--edge); border-radius: 0 4px 4px 0; }
.ticks { position: relative; block-size: 7px; }
.tick { position: absolute; inset-block-start: calc(-3px - var(--bar)); inline-size: 0; block-size: calc(6px + var(--bar)); border-inline-start: 1.5px dashed var(--text); }
.tick[data-mark="limit"] { border-inline-start: 2px solid var(--text); }
.tick[data-mark="low"] { border-inline-start-style: dotted; }
.tick[data-mark="due"] { border-inline-start: 1.5px solid var(--shortened); block-size: calc(3px + var(--bar)); inset-block-start: calc(-1 * var(--bar)); }
.tick[data-due="true"]::before {
  content: ""; position: absolute; inset-block-start: -5px; inset-inline-start: -6px;
  border: 5px solid transparent; border-block-start: 6px solid var(--shortened); border-block-end: 0; forced-color-adjust: none;
}
.tick[data-mark="due"]::before { inset-block-start: -8px; }
.ticks .over { position: absolute; inset-block-start: 1px; block-size: 4px; border-radius: 2px; background: var(--error); forced-color-adjust: none; }
.swatch { flex: none; inline-size: 12px; block-size: 12px; border-radius: 3px; box-shadow: inset 0 0 0 1px var(--edge); }
@container (height < 300px) and (width >= 1000px) {
  .vitals > .budget { flex: 1 1 540px; }
  .vitals > :is(.map, .health) { flex: 1 1 220px; }
}
@container (width < 520px) {
  .budget { grid-template: "total" auto "bar" auto / minmax(0, 1fr); }
}

.map { padding: 0 14px; }
.map:has(> .map-head > [aria-expanded="true"]) { padding-block-end: 8px; }
.map-head { display: flex; align-items: baseline; gap: 1px 10px; }
.map-head:has(> [aria-expanded="true"]) { flex-wrap: wrap; padding-block-end: 5px; }
.map-sentence { flex: 1 1 220px; color: var(--quiet); font-size: 12px; text-wrap: pretty; }
.fold-toggle[aria-expanded="false"] + .map-sentence {
  flex: 1 1 0; min-inline-size: 0; overflow: hidden; white-space: nowrap; text-overflow: ellipsis;
}
.map-lanes { display: grid; gap: 5px; }
.map-lane { display: flex; block-size: 24px; border-radius: 3px; box-shadow: 0 0 0 1px var(--line); }
.map-lane > * { flex: 0 1 0; min-inline-size: 0; padding: 0; border: 0; }
.map-block { position: relative; border-inline-end: 1px solid var(--background) !important; }
.map-block[data-part="out"] {
  background: repeating-linear-gradient(45deg, var(--hatch) 0 1.5px, transparent 1.5px 5px) var(--background);
}
.map-block[data-shortened="true"]::before {
  content: ""; position: absolute; inset-block: 0; inset-inline-end: 0; inline-size: min(5px, 50%);
  background: repeating-linear-gradient(-45deg, var(--text) 0 1px, var(--background) 1px 3px);
}
.map-lanes[data-refused="true"] .map-block { opacity: 0.5; }
.map-block[aria-selected="true"] { z-index: 1; outline: 2px solid var(--accent); outline-offset: 1px; }
.map-block:focus-visible { z-index: 2; outline: 3px solid var(--accent); outline-offset: 1px; }
.health { flex: none; display: grid; gap: 3px; padding: 0 14px; }
.health[data-open="true"] { padding-block-end: 6px; }
.health > div { display: grid; grid-template-columns: 92px minmax(0, 1fr); gap: 0 10px; align-items: baseline; }
.health[data-open="false"] > div { grid-template-columns: auto minmax(0, 1fr); }
.health dt { color: var(--quiet); font-size: 11.5px; }
.health dd { line-height: 1.45; text-wrap: pretty; overflow-wrap: anywhere; }
.verdict { font-weight: 600; }
.verdict[data-state="act"] { color: var(--shortened); }
.figures-line { margin-inline-end: 12px; }
.cause { color: var(--quiet); }
.health[data-open="false"] dd { overflow: hidden; white-space: nowrap; text-overflow: ellipsis; }
.health[data-open="false"] .verdict { font-weight: 500; }
@container (width < 480px) {
  .health[data-open="true"] > div { display: block; }
  .health[data-open="true"] :is(dt, dd) { display: inline; }
  .health dt { margin-inline-end: 6px; }
  .health .cache-bar { inline-size: 40px; margin-inline-end: 6px; }
  .health .figures-line { margin: 0; }
}
.cache-bar {
  display: inline-flex; inline-size: 96px; block-size: 9px; margin-inline-end: 8px; vertical-align: baseline;
  border-radius: 3px; overflow: hidden; background: var(--surface); box-shadow: inset 0 0 0 1px var(--edge);
}
.cache-bar > span { flex: none; block-size: 100%; }
[data-cache="kept"] { background: var(--working); forced-color-adjust: none; }
[data-cache="lost"] { background: repeating-linear-gradient(45deg, var(--hatch) 0 1px, transparent 1px 4px); }
[data-cache="new"] { background: radial-gradient(circle, var(--edge) 1px, transparent 1.3px) 0 0 / 4px 4px; }
.summariser { padding: 10px 0 8px; }
.tag.breaker[data-tone="warning"] { border-color: var(--archive); color: var(--shortened); }
@media (forced-colors: active) {
  [data-cache] { forced-color-adjust: none; }
  [data-cache="kept"] { background: CanvasText; }
}
`;
