/** The records of the long-term memory, and a recall that is tried. */
export const MEMORIES = `
.filters { flex: 1 1 100%; display: grid; grid-template-columns: repeat(auto-fit, minmax(116px, 1fr)); gap: 6px 8px; }
.filters .kind-field { inline-size: 100%; min-inline-size: 0; text-overflow: ellipsis; }
.record-area { block-size: 100%; display: flex; flex-direction: column; }
.record-head { flex: none; display: flex; align-items: center; justify-content: space-between; gap: 10px; min-block-size: 27px; padding: 2px 14px; border-block-end: 1px solid var(--line); font-size: 11.5px; }
.record-count { color: var(--quiet); }
.export { display: inline-flex; align-items: baseline; gap: 10px; }
.record-rows { flex: 1; min-block-size: 0; }
.record-grid .row { --columns: minmax(120px, 1fr) 74px 108px 58px 48px 36px; }
.start { display: flex; align-items: center; gap: 6px; }
.start-text { min-inline-size: 0; overflow: hidden; text-overflow: ellipsis; }
.record-grid .origin { color: var(--quiet); }
.confidence { text-align: end; white-space: nowrap; }
.fading { color: var(--shortened); }
.tag[data-mark] { flex: none; }
.tag[data-mark="pinned"] { border-color: var(--system); color: var(--pinned); }
.tag[data-mark="hypothesis"] { border-style: dashed; border-color: var(--archive); color: var(--shortened); }
.tag[data-mark="stale"], .tag[data-mark="never-used"] { border-style: dotted; }
.record-grid[data-layout="two-lines"] .column-heads .row { block-size: 0; overflow: hidden; border: 0; }
.record-grid[data-layout="two-lines"] .rows .row {
  column-gap: 10px; row-gap: 1px; align-content: center;
  grid-template-columns: auto auto auto auto 1fr;
  grid-template-areas: "start start start start start" "kind origin confidence age uses";
}
.record-grid[data-layout="two-lines"] .rows .start { grid-area: start; }
.record-grid[data-layout="two-lines"] .rows .kind { grid-area: kind; }
.record-grid[data-layout="two-lines"] .rows .origin { grid-area: origin; }
.record-grid[data-layout="two-lines"] .rows .confidence { grid-area: confidence; color: var(--quiet); }
.record-grid[data-layout="two-lines"] .rows .age { grid-area: age; }
.record-grid[data-layout="two-lines"] .rows .uses { grid-area: uses; color: var(--quiet); }
.record-grid[data-layout="two-lines"] .times { display: inline; }

.action-notice { align-items: center; }
.action-notice p { flex: 1; min-inline-size: 0; }
.record-text { font-size: 14px; line-height: 1.5; white-space: pre-wrap; overflow-wrap: anywhere; }
.record-end { padding: 8px 10px; border-radius: 6px; background: var(--warning-surface); text-wrap: pretty; }
.marks { display: grid; gap: 4px; }
.record-section h3 { font-size: 11.5px; font-weight: 600; color: var(--quiet); margin-block-end: 6px; }
.record-section { padding-block-start: 12px; border-block-start: 1px solid var(--line); }
.record-section .related { border: 0; padding-block: 0 8px; }
.reasons, .evidence { display: grid; gap: 3px; }
.reasons { margin-block-end: 6px; }
.record-facts { margin-block-start: 0; padding-block-start: 12px; border-block-start: 1px solid var(--line); }
.record-facts > div:last-child { grid-column: auto; }
.history { display: grid; gap: 8px; }
.history li { display: grid; grid-template-columns: 128px minmax(0, 1fr); gap: 0 10px; align-items: baseline; }
.history time { color: var(--quiet); font-size: 11.5px; }
.history p { overflow-wrap: anywhere; }
.history q { display: block; color: var(--quiet); }
.record-actions:has(.failure:empty) .failure { display: none; }
.failure:not(:empty) { margin-block-start: 8px; padding: 7px 10px; border-radius: 6px; background: var(--error-surface); }
.buttons { display: flex; flex-wrap: wrap; gap: 6px; margin: 0; padding: 0; border: 0; min-inline-size: 0; }
.record-form {
  display: grid; gap: 8px; margin: 0; padding: 10px 12px 12px; min-inline-size: 0;
  border: 1px solid var(--edge); border-radius: 7px; background: var(--surface);
}
.record-form label, .record-form legend { font-weight: 600; }
.record-form legend { padding: 0 4px; margin-inline-start: -4px; }
.record-form textarea {
  inline-size: 100%; min-block-size: 60px; padding: 7px 9px; resize: vertical;
  border: 1px solid var(--edge); border-radius: 6px; background: var(--background); color: var(--text); font: inherit; font-size: 13px;
}
.record-form p { line-height: 1.45; text-wrap: pretty; }
.erase { border-color: var(--error); }
.button.danger { border-color: var(--error); color: var(--error); }

.recall { block-size: 100%; display: flex; flex-direction: column; min-block-size: 0; }
.recall-form { flex: none; display: flex; flex-wrap: wrap; align-items: center; gap: 8px; padding: 10px 14px; border-block-end: 1px solid var(--line); }
.recall-form .button { block-size: 28px; }
.recall-limit { display: inline-flex; align-items: center; gap: 6px; color: var(--quiet); font-size: 12px; }
.recall-limit input {
  inline-size: 52px; block-size: 28px; padding: 0 6px; border: 1px solid var(--edge); border-radius: 6px;
  background: var(--background); color: var(--text);
}
.recall-results { flex: 1; min-block-size: 0; overflow: auto; padding: 12px 14px 20px; container-type: inline-size; }
.recall-results:focus-visible { outline-offset: -2px; }
.recall-results > .remedy { margin-block: 0 10px; }
.hits > li { padding-block: 9px; }
.hits > li + li, .cut-list > li + li { border-block-start: 1px solid var(--line); }
.cut-list > li { padding-block: 7px; }
.hit-head { display: flex; align-items: baseline; gap: 8px; }
.hit-rank { flex: none; inline-size: 20px; color: var(--quiet); text-align: end; }
.hit-text { flex: 1; min-inline-size: 0; overflow-wrap: anywhere; color: var(--text); text-decoration-color: var(--edge); }
.hit-score { flex: none; color: var(--quiet); font-size: 11.5px; }
.signals { display: grid; gap: 3px; margin: 5px 0 0 28px; }
.signals li { display: grid; grid-template-columns: 104px minmax(40px, 140px) minmax(0, 1fr); gap: 0 10px; align-items: center; font-size: 11.5px; }
.signal-bar { block-size: 8px; border-radius: 3px; background: linear-gradient(var(--working), var(--working)) 0 / var(--fill, 0%) 100% no-repeat var(--track); box-shadow: inset 0 0 0 1px var(--line); forced-color-adjust: none; }
.cut-line { display: flex; align-items: center; gap: 10px; margin-block: 10px 4px; color: var(--quiet); font-size: 11.5px; }
.cut-line::before, .cut-line::after { content: ""; flex: 1; border-block-start: 1px dashed var(--edge); }
@container (width < 460px) {
  .signals { margin-inline-start: 0; }
  .signals li { grid-template-columns: 92px minmax(0, 1fr); row-gap: 1px; }
  .signals li > .quiet { grid-column: 1 / -1; }
  .history li { grid-template-columns: 1fr; }
}
`;
