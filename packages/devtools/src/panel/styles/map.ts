/** The context as a picture: rows of blocks, the lane of what left, and the funnels between them. */
export const MAP = `
.map { flex: none; padding: 0 14px 8px; }
.map-head { display: flex; flex-wrap: wrap; align-items: baseline; gap: 1px 10px; padding-block-end: 5px; }
.map-sentence { flex: 1 1 220px; color: var(--quiet); font-size: 12px; text-wrap: pretty; }
.fold-toggle[aria-expanded="false"] + .map-sentence {
  flex: 1 1 0; min-inline-size: 0; overflow: hidden; white-space: nowrap; text-overflow: ellipsis;
}
.map-scale { display: inline-flex; align-items: center; gap: 5px; font-size: 12px; }
.map-scale input { margin: 0; accent-color: var(--accent); }
.map-figure { position: relative; }
.map-ground, .map-cells, .map-departures { position: absolute; inset: 0; }
.map-ground, .map-departures { pointer-events: none; }
.map-ground > span, .map-cell, .map-departure { position: absolute; }

.map-cell { border-inline-end: 1px solid var(--background); cursor: default; }
.map-cell[data-ghost], .map-departure {
  border: 1px dashed var(--edge);
  background: repeating-linear-gradient(45deg, var(--hatch) 0 1.5px, transparent 1.5px 5px) var(--background);
  forced-color-adjust: none;
}
.map-cell[data-ghost="cut"] {
  background: repeating-linear-gradient(-45deg, var(--hatch) 0 1.5px, transparent 1.5px 5px) var(--background);
}
.map-departure { transform-origin: 0 0; z-index: 4; }
.map-cell::after { position: absolute; }
.map-cell[data-label]::after {
  content: attr(data-label); inset-block-start: calc(50% - 7px); inset-inline-start: 5px;
  padding: 0 4px; border-radius: 3px; background: var(--background); color: var(--text);
  font-size: 10.5px; line-height: 14px; white-space: nowrap; pointer-events: none;
}
.map-cell[data-shortened="true"]::before {
  content: ""; position: absolute; inset-block: 0; inset-inline-end: 0; inline-size: min(5px, 50%); pointer-events: none;
  background: repeating-linear-gradient(-45deg, var(--text) 0 1px, var(--background) 1px 3px);
}
.map-figure[data-refused="true"] .map-cell[data-part]::before {
  content: ""; position: absolute; inset: 0; inline-size: auto; pointer-events: none;
  border: 1px solid var(--edge);
  background: repeating-linear-gradient(45deg, var(--background) 0 3px, transparent 3px 6px);
}
.map-cell[data-told="true"] { z-index: 2; outline: 2px solid var(--text); outline-offset: 0; }
.map-cell[data-lit="true"] {
  z-index: 3; outline: 2px solid var(--accent); outline-offset: 1px; box-shadow: 0 0 0 1px var(--background);
}
.map-cell:focus-visible { z-index: 4; outline: 3px solid var(--accent); outline-offset: 1px; }

.map-ground .map-free { border-block: 1px solid var(--line); background: var(--surface); }
.map-ground .map-over { z-index: 1; border-block: 3px solid var(--error); forced-color-adjust: none; }
.map-ground .map-over-label { inset-inline-end: 0; color: var(--error); font-size: 11px; font-weight: 600; line-height: 16px; }
.map-figure:has(.map-over-label) { margin-block-end: 16px; }
.map-ground .map-mark { z-index: 1; border-inline-start: 1.5px dashed var(--text); background: var(--background); box-shadow: 0 0 0 1px var(--background); }
.map-mark[data-mark="low"] { border-inline-start-style: dotted; }
.map-mark[data-mark="limit"] { border-inline-start: 2px solid var(--text); margin-inline-start: -2px; }
.map-mark[data-mark="due"] { border-inline-start: 1.5px solid var(--shortened); }
.map-funnels { position: absolute; inset: 0; z-index: 1; overflow: visible; forced-color-adjust: none; }
.map-funnel { fill: color-mix(in srgb, var(--archive) 26%, transparent); stroke: var(--archive); stroke-width: 1; paint-order: stroke; }
.map-funnel[data-kind="cut"] { fill: color-mix(in srgb, var(--edge) 26%, transparent); stroke: var(--edge); }
.map-funnel[data-told="true"] { stroke: var(--text); stroke-width: 1.5; }

.map-tip {
  position: absolute; z-index: 10; max-inline-size: none; display: grid; gap: 2px; pointer-events: none;
  overflow-wrap: anywhere;
}
.map-line { display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 2; overflow: hidden; color: var(--text); }
.map-reason { color: var(--quiet); text-wrap: pretty; }
[data-low="true"] > .map { flex: 1 1 320px; min-inline-size: 0; padding-block-end: 0; }
[data-low="true"] > .map:has(> .map-head > [aria-expanded="true"]) { flex-basis: 100%; padding-block-end: 8px; }
[data-low="true"] .fold-toggle[aria-expanded="false"] { margin-block: -1px; }
[data-low="true"] .map-head:has(> [aria-expanded="false"]) { flex-wrap: nowrap; padding-block-end: 0; }
@container (width < 480px) { .map { padding-block-end: 6px; } .map-sentence { flex-basis: 100%; font-size: 11.5px; } }
`;
