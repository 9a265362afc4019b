/** The strip of the calls, its table, and the banner of the past. */
export const TIME = `
:host([data-agent-memory-time]) { block-size: auto; min-block-size: 0; }
:host(:not([data-agent-memory-time])) .root { container-type: size; }
.panel { display: flex; flex-direction: column; }
.panel > .tabs { flex: 1 1 0; block-size: auto; min-block-size: 0; }
.time { flex: none; background: var(--surface); border-block-end: 1px solid var(--line); container-type: inline-size; }
.time-bar {
  display: grid; grid-template: "caption strip tools" auto / 176px minmax(0, 1fr) auto;
  align-items: center; gap: 2px 12px; padding: 4px 8px 4px 14px;
}
.time-caption { grid-area: caption; display: grid; min-inline-size: 0; line-height: 1.35; white-space: nowrap; }
.time-caption > * { overflow: hidden; text-overflow: ellipsis; }
.time-caption b { font-size: 13px; font-weight: 600; letter-spacing: -0.01em; }
.time-figures { color: var(--quiet); font-size: 12px; }
.time-marks { min-block-size: 16px; color: var(--shortened); font-size: 11.5px; font-weight: 500; }
.time-strip {
  grid-area: strip; position: relative; block-size: 56px; border-radius: 3px; background: var(--background);
  box-shadow: 0 0 0 1px var(--line); cursor: pointer; touch-action: pan-y; user-select: none;
}
.time-strip:focus-visible { outline-offset: 2px; }
.time-drawing { position: absolute; inset-block-start: 0; inset-inline-start: 0; border-radius: 3px; shape-rendering: crispEdges; }
.time-drawing .grain { fill: var(--grain); }
.time-floor { stroke: var(--line); }
.time-line { stroke: var(--text); fill: none; }
.time-line-rim { stroke: var(--background); stroke-width: 3px; stroke-opacity: 0.55; fill: none; }
.time-line[data-mark="low"] { stroke-dasharray: 1 3; }
.time-line[data-mark="high"] { stroke-dasharray: 4 3; }
.time-more { fill: var(--text); }
.time-glyph { stroke-width: 1.5px; vector-effect: non-scaling-stroke; shape-rendering: auto; }
.time-strip > span { position: absolute; inset-block: 0; pointer-events: none; }
.time-future {
  forced-color-adjust: none;
  background: repeating-linear-gradient(45deg, var(--hatch) 0 1px, transparent 1px 5px) color-mix(in srgb, var(--surface) 72%, transparent);
}
.time-cursor { border-radius: 1px; box-shadow: 0 0 0 1px var(--edge); }
.time-cursor[data-past="true"] {
  box-shadow: 0 0 0 2px var(--accent), 0 0 0 3px var(--background); forced-color-adjust: none;
}
.time-hover { box-shadow: 0 0 0 1px var(--text); }
.time-strip > .time-scale {
  inset-block: 1px auto; inset-inline-end: 3px; padding: 0 4px; border-radius: 3px;
  background: var(--background); color: var(--quiet); font-size: 10.5px;
}
.time-tools { grid-area: tools; display: flex; align-items: center; gap: 2px; }
.time-tools .button { margin-inline-start: 4px; }
.time-tools .button[aria-pressed="true"] { border-color: var(--accent); color: var(--accent); background: var(--selected); }
@container (width < 640px) {
  .time-bar { grid-template: "caption tools" auto "strip strip" auto / minmax(0, 1fr) auto; padding: 3px 8px 6px; }
  .time-caption { display: flex; align-items: baseline; gap: 8px; }
  .time-caption b { flex: none; }
  .time-marks { min-inline-size: 0; }
}
@container (width < 420px) {
  .time-caption { display: grid; grid-template-columns: auto minmax(0, 1fr); gap: 0 8px; }
  .time-figures { grid-column: 1 / -1; grid-row: 2; }
}
@container (height < 480px) {
  .time-strip { block-size: 40px; }
  .head { min-block-size: 32px; }
}
@container (height < 480px) and (width >= 640px) {
  .time-bar { padding-block: 3px; }
  .time-caption { grid-template-columns: auto minmax(0, 1fr); column-gap: 8px; }
  .time-figures { grid-column: 1 / -1; grid-row: 2; }
}
.time-trouble { padding: 6px 14px; background: var(--error-surface); border-block-start: 1px solid var(--line); overflow-wrap: anywhere; }

.past-banner {
  display: flex; align-items: center; justify-content: center; gap: 4px 14px; flex-wrap: wrap;
  padding: 5px 14px; background: var(--accent); color: var(--background); font-size: 13px;
}
.past-banner b { font-weight: 650; }
.past-banner .button { border-color: var(--background); background: var(--background); color: var(--accent); font-weight: 600; }
.past-banner .button:hover { background: var(--selected); }
.past-banner .button:focus-visible { outline-color: var(--background); }
.panel[data-past="true"]::after {
  content: ""; position: absolute; inset: 0; z-index: 6; pointer-events: none;
  border: 2px solid var(--accent);
}

.time-table { block-size: 232px; border-block-start: 1px solid var(--line); }
.time-grid .cell { font-size: 12px; }
.rows .time-total { font-weight: 600; }
.time-tier .swatch { display: inline-block; inline-size: 9px; block-size: 9px; margin-inline-end: 5px; vertical-align: -1px; }
.time-happened { padding-inline-start: 8px; }
.rows .time-happened { color: var(--shortened); }

@media (forced-colors: active) {
  .past-banner { border-block: 3px solid Highlight; }
  .panel[data-past="true"]::after { border-color: Highlight; }
  .time-tools .button[aria-pressed="true"] { border: 2px solid Highlight; }
  .time-strip:not(:focus-visible) { outline: 1px solid CanvasText; outline-offset: 0; }
  .time-cursor[data-past="false"] { outline: 1px solid CanvasText; outline-offset: 1px; }
  .time-hover { outline: 1px solid Highlight; outline-offset: 1px; }
}
`;
