/** The records of the long-term memory, and a recall that is tried. */
export const MEMORIES = `
.filters { flex: 1 1 100%; display: grid; grid-template-columns: repeat(auto-fit, minmax(116px, 1fr)); gap: 6px 8px; }
.filters .kind-field { inline-size: 100%; min-inline-size: 0; text-overflow: ellipsis; }
.record-area { block-size: 100%; display: flex; flex-direction: column; }
.record-head { flex: none; display: flex; align-items: center; justify-content: space-between; gap: 10px; min-block-size: 27px; padding: 2px 14px; border-block-end: 1px solid var(--line); font-size: 11.5px; }
.record-count { color: var(--quiet); }
.record-head .record-count { flex: 1; min-inline-size: 0; }
.export { display: inline-flex; align-items: baseline; gap: 10px; }
.record-rows { flex: 1; min-block-size: 0; }
.start { display: flex; align-items: center; gap: 6px; }
.start-text { min-inline-size: 0; overflow: hidden; text-overflow: ellipsis; }
.fading { color: var(--shortened); }
.tag[data-mark] { flex: none; }
.tag[data-mark="pinned"] { border-color: var(--system); color: var(--pinned); }
.tag[data-mark="hypothesis"] { border-style: dashed; border-color: var(--archive); color: var(--shortened); }
.tag[data-mark="muted"] { border-color: currentcolor; color: var(--text); font-weight: 600; }
.tag[data-mark="stale"], .tag[data-mark="never-used"], .tag[data-mark="never-recalled"] { border-style: dotted; }
.tag[data-mark="erased"] { border-style: dashed; color: var(--quiet); }
.unused { color: var(--quiet); font-style: italic; }

.pass-grid .rows .row[data-kind="failed"] .outcome { color: var(--error); }
.pass-grid .row[data-kind="nothing"] .outcome { font-style: italic; }
.detail-body .chunks { display: grid; gap: 10px; justify-items: start; }
.detail-body .chunks ol { display: grid; gap: 12px; inline-size: 100%; }
.chunk-place { color: var(--quiet); font-size: 11.5px; overflow-wrap: anywhere; }
.chunk-text { margin-block-start: 3px; padding-inline-start: 9px; border-inline-start: 2px solid var(--line); overflow-wrap: anywhere; white-space: pre-wrap; }
.chunks h3, .held-why h3, .held-text h3 { font-size: 11.5px; font-weight: 600; color: var(--quiet); margin-block-end: 6px; }
.held-text .remedy { margin-block-end: 6px; }
.held-hints { display: grid; gap: 3px; margin-block-start: 8px; }
.pass-lines { display: grid; gap: 8px; }
.pass-lines p { overflow-wrap: anywhere; text-wrap: pretty; }

.audit-grid .record { display: flex; align-items: baseline; gap: 8px; }
.audit-grid .record .hit-text { flex: 0 1 auto; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.audit-grid .more { flex: none; color: var(--quiet); font-size: 11.5px; }
.gone { min-inline-size: 0; overflow: hidden; text-overflow: ellipsis; color: var(--quiet); }
.audited { display: grid; gap: 6px; }
.audited .gone { white-space: normal; overflow-wrap: anywhere; }

.file-lines { display: grid; gap: 6px; }
.file-lines li { display: grid; grid-template-columns: 62px minmax(0, 1fr); gap: 0 10px; align-items: baseline; }

.storage { block-size: 100%; overflow: auto; padding: 12px 14px 20px; display: grid; gap: 16px; align-content: start; container-type: inline-size; }
.storage:focus-visible { outline-offset: -2px; }
.storage > section { display: grid; gap: 6px; max-inline-size: 720px; }
.storage h3 { font-size: 11.5px; font-weight: 600; color: var(--quiet); }
.storage p { text-wrap: pretty; }
.storage-usage { display: flex; flex-wrap: wrap; align-items: center; gap: 4px 10px; font-size: 13px; }
.storage-usage .fill-bar { flex: 0 1 180px; min-inline-size: 120px; }
.storage-usage[data-full="true"] { color: var(--error); }
.namespaces > li { padding-block: 7px; }
.namespaces > li + li { border-block-start: 1px solid var(--line); }
.namespace { display: flex; flex-wrap: wrap; align-items: center; gap: 4px 12px; }
.namespace code { overflow-wrap: anywhere; }
.namespace .button { margin-inline-start: auto; }
.namespaces .erase { margin-block-start: 6px; }
.choice { display: grid; grid-template-columns: auto minmax(0, 1fr); gap: 2px 8px; align-items: baseline; }
.choice input { margin: 0; accent-color: var(--accent); align-self: center; }
.record-form .choice label { font-weight: 500; }
.choice p { grid-column: 2; }

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
.record-form label, .record-form legend { font-weight: 600; overflow-wrap: anywhere; }
.record-form legend { padding: 0 4px; margin-inline-start: -4px; }
.record-form .draft {
  inline-size: 100%; padding: 7px 9px; resize: vertical;
  border: 1px solid var(--edge); border-radius: 6px; background: var(--background); color: var(--text); font: inherit; font-size: 13px;
}
.record-form p { line-height: 1.45; text-wrap: pretty; overflow-wrap: anywhere; }
textarea.draft { min-block-size: 60px; }
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
.signals { margin: 3px 0 0 28px; text-wrap: pretty; }
.fill-bar { block-size: 8px; border-radius: 3px; background: linear-gradient(var(--working), var(--working)) 0 / var(--fill, 0%) 100% no-repeat var(--track); box-shadow: inset 0 0 0 1px var(--line); forced-color-adjust: none; }
.cut-line { display: flex; align-items: center; gap: 10px; margin-block: 10px 4px; color: var(--quiet); font-size: 11.5px; }
.cut-line::before, .cut-line::after { content: ""; flex: 1; border-block-start: 1px dashed var(--edge); }
@container (width < 460px) {
  .recall-form .find { flex-basis: 100%; }
  .recall-form .button { margin-inline-start: auto; }
  .hit-head { flex-wrap: wrap; row-gap: 2px; }
  .hit-head .hit-text { flex-basis: calc(100% - 20px); }
  .hit-rank { inline-size: auto; }
  .history li { grid-template-columns: 1fr; }
}
`;
