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
@container (width < 480px) {
  .health > div { grid-template-columns: 84px minmax(0, 1fr); gap: 0 8px; }
  .health .cache-bar { inline-size: 40px; margin-inline-end: 6px; }
  .health .figures-line { margin: 0; }
  .health .cause { display: block; }
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
