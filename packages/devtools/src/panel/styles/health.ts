/** The lines under the bar, and the state of the summariser. */
export const HEALTH = `
.health { flex: none; display: grid; gap: 3px; padding: 2px 14px 8px; }
.health > div { display: grid; grid-template-columns: 92px minmax(0, 1fr); gap: 0 10px; align-items: baseline; }
.health dt { color: var(--quiet); font-size: 11.5px; }
.health dd { line-height: 1.45; text-wrap: pretty; overflow-wrap: anywhere; }
.verdict { font-weight: 600; }
.verdict[data-state="act"] { color: var(--shortened); }
.figures-line { margin-inline-end: 12px; }
.cause { color: var(--quiet); }
[data-low="true"] > .health { flex: 1 1 320px; min-inline-size: 0; padding-block: 0; }
[data-low="true"] > .health .fold-toggle { color: var(--text); }
[data-low="true"] > .health > div { grid-template-columns: auto minmax(0, 1fr); }
[data-low="true"] > .health[data-open="true"] { flex-basis: 100%; padding-block-end: 4px; }
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
