/** The detail pane: reason first, then what it is tied to, then the text. */
export const DETAIL = `
.detail { display: flex; flex-direction: column; block-size: 100%; min-inline-size: 0; background: var(--background); }
.detail-head {
  display: flex; align-items: center; gap: 8px; flex: none; padding: 8px 8px 8px 16px;
  border-block-end: 1px solid var(--line); background: var(--surface);
}
.detail-title { flex: 1; min-inline-size: 0; }
.detail-title h2 { font-size: 13.5px; font-weight: 600; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.facts { color: var(--quiet); font-size: 11.5px; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.detail-head .icon-button { font-size: 17px; }
.detail-body { flex: 1; min-block-size: 0; overflow: auto; padding: 14px 16px 20px; container-type: inline-size; display: flex; flex-direction: column; gap: 14px; }
.detail-body > * { flex: none; }
.detail-body:focus-visible { outline-offset: -2px; }
.why h3 { font-size: 11.5px; font-weight: 600; color: var(--quiet); margin-block-end: 6px; }
.sentence { font-size: 13px; line-height: 1.5; text-wrap: pretty; }
.sentence .tag { margin-inline-end: 8px; }
.remedy { margin-block-start: 6px; padding-inline-start: 10px; border-inline-start: 2px solid var(--accent); color: var(--quiet); line-height: 1.5; text-wrap: pretty; }
.figures { display: grid; grid-template-columns: repeat(auto-fill, minmax(136px, 1fr)); gap: 8px 14px; margin-block-start: 12px; }
.figures > div:last-child { grid-column: 1 / -1; }
.figures dt { color: var(--quiet); font-size: 11px; }
.figures dt::first-letter { text-transform: uppercase; }
.figures dd { overflow-wrap: anywhere; }
.related { display: flex; flex-wrap: wrap; gap: 4px 18px; padding-block: 10px; border-block: 1px solid var(--line); }
.parts h3 { font-size: 11.5px; font-weight: 600; color: var(--quiet); margin-block: 2px 6px; }
.parts ul + h3 { margin-block-start: 14px; }
.parts li { padding-block: 8px; border-block-start: 1px solid var(--line); }
.parts .facts { margin-block-start: 4px; white-space: normal; overflow-wrap: anywhere; }
.message h3 { font-size: 11.5px; font-weight: 600; color: var(--quiet); margin-block-end: 6px; }
.part + .part { margin-block-start: 10px; }
.part-name { color: var(--quiet); font-size: 11px; }
.part-name { margin-block-end: 3px; }
.part pre {
  padding: 10px 12px; border: 1px solid var(--line); border-radius: 6px; background: var(--surface);
  font-size: 12px; line-height: 1.55; white-space: pre-wrap; overflow-wrap: anywhere; tab-size: 2;
}
.cut { color: var(--quiet); font-size: 11.5px; }
.cut { margin-block-start: 4px; }
.compare-columns { display: grid; grid-template-columns: 1fr 1fr; gap: 12px; }
.compare-columns > * { min-inline-size: 0; }
.compare-tabs { display: flex; gap: 4px; border-block-end: 1px solid var(--line); margin-block-end: 8px; }
.compare-tab { padding: 4px 8px; border: 0; border-block-end: 2px solid transparent; background: none; color: var(--quiet); font-size: 12px; font-weight: 500; cursor: default; margin-block-end: -1px; }
.compare-tab[aria-selected="true"] { color: var(--text); border-block-end-color: var(--accent); }
@media (forced-colors: active) {
  .compare-tab { border-color: Canvas; }
  .compare-tab[aria-selected="true"] { border-block-end-color: Highlight; }
}
.item-id { color: var(--quiet); font-size: 11px; overflow-wrap: anywhere; }
`;
