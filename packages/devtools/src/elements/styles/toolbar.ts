/** The row of controls over a grid: what is listed, the search, what can be taken away. */
export const TOOLBAR = `
.toolbar {
  display: flex; flex-wrap: wrap; align-items: center; gap: 8px; flex: none;
  padding: 6px 14px 8px; border-block-end: 1px solid var(--line);
}
.select {
  block-size: 26px; padding: 0 4px; border: 1px solid var(--line); border-radius: 5px;
  background: var(--raised); color: var(--text); font: inherit; font-weight: 500; cursor: default;
}
.select:hover { background: var(--hover); border-color: var(--edge); }
.toggle { display: inline-flex; flex-wrap: wrap; max-inline-size: 100%; padding: 2px; border-radius: 7px; background: var(--track); }
.toggle-item {
  display: inline-flex; align-items: center; gap: 6px; block-size: 24px; padding: 0 9px; border: 0; border-radius: 5px;
  background: none; color: var(--quiet); font-size: 12px; font-weight: 500; white-space: nowrap; cursor: default;
}
.toggle-item:hover { color: var(--text); }
.toggle-item[aria-checked="true"] { background: var(--raised); color: var(--text); box-shadow: 0 0 0 1px var(--line), 0 1px 2px rgb(0 0 0 / 0.08); }
.toggle-item .count { background: none; padding: 0; min-inline-size: 0; }
@container (width < 540px) {
  .toolbar .find { flex-basis: 88px; min-inline-size: 88px; }
}
@container (width < 420px) { .toolbar .toggle .count { display: none; } }
.find { position: relative; flex: 1 1 150px; min-inline-size: 120px; display: flex; }
.find input {
  inline-size: 100%; block-size: 28px; padding: 0 10px; border: 1px solid var(--edge); border-radius: 6px;
  background: var(--background); appearance: none;
}
.find input::placeholder { color: var(--quiet); opacity: 1; }
.find input::-webkit-search-cancel-button { display: none; }
.matches { position: absolute; inset-inline-end: 10px; inset-block: 0; display: flex; align-items: center; color: var(--quiet); font-size: 11.5px; pointer-events: none; }
@media (forced-colors: active) {
  .toggle-item[aria-checked="true"] { outline: 2px solid Highlight; }
}
`;
