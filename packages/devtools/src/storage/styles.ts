/** Where the session is stored, and its troubles. */
export const STORAGE = `
.store-page { flex: 1; min-block-size: 0; overflow: auto; padding: 12px 14px 20px; display: grid; gap: 16px; align-content: start; }
.store-page:focus-visible { outline-offset: -2px; }
.store-page > * { min-inline-size: 0; max-inline-size: 720px; }
.store-page > [role="status"]:empty { display: none; }
.store-page > section { display: grid; gap: 6px; justify-items: start; }
.store-page > section > :is(p, dl, ul) { inline-size: 100%; }
.store-page > section > h3 { font-size: 11.5px; font-weight: 600; color: var(--quiet); }
.store-page p { text-wrap: pretty; overflow-wrap: anywhere; }
.store-page .action-notice { border: 1px solid var(--line); border-radius: 6px; }
.store-headline { display: flex; align-items: baseline; gap: 8px; font-size: 14px; font-weight: 600; line-height: 1.4; }
.store-headline::before {
  content: ""; flex: none; inline-size: 9px; block-size: 9px; border-radius: 50%;
  background: var(--working); forced-color-adjust: none;
}
.store-headline[data-tone="note"]::before { background: none; border: 2px solid var(--edge); }
.store-headline[data-tone="waiting"]::before { background: none; border: 2px solid var(--archive); }
.store-headline[data-tone="trouble"]::before { border-radius: 1px; background: var(--error); }
.store-troubles { display: grid; gap: 10px; }
.store-trouble {
  display: grid; grid-template-columns: auto minmax(0, 1fr); gap: 5px 8px; align-items: baseline;
  padding: 10px 12px 11px; border: 1px solid var(--line); border-inline-start: 3px solid var(--warning);
  border-radius: 6px; background: var(--warning-surface); line-height: 1.45;
}
.store-trouble > * { grid-column: 2; }
.store-trouble > .notice-mark { grid-column: 1; color: var(--warning); align-self: start; }
.store-trouble h3 { font-size: 13px; font-weight: 600; }
.store-trouble[data-severity="error"] { border-inline-start-color: var(--error); background: var(--error-surface); }
.store-trouble[data-severity="error"] > .notice-mark { color: var(--error); border-radius: 3px; }
.store-trouble[data-severity="info"] { border-inline-start-color: var(--accent); background: var(--info-surface); }
.store-trouble[data-severity="info"] > .notice-mark { color: var(--accent); }
.store-details { display: grid; gap: 3px; overflow-wrap: anywhere; }
.store-details li { padding-inline-start: 12px; text-indent: -12px; }
.store-details li::before { content: "– "; }
.store-acts { display: flex; flex-wrap: wrap; align-items: center; gap: 6px; margin-block-start: 3px; }
.store-acts code { margin-inline-start: auto; font-size: 11px; }
.store-trouble .quiet { color: var(--text); }
.store-lines { display: grid; gap: 3px; }
.store-lines > div { display: grid; grid-template-columns: 116px minmax(0, 1fr); gap: 0 10px; align-items: baseline; }
.store-lines dt { color: var(--quiet); font-size: 11.5px; }
.store-lines dd { line-height: 1.45; text-wrap: pretty; overflow-wrap: anywhere; }
.store-lines dd[data-trouble="true"] { color: var(--error); font-weight: 500; }
.stored-sessions > li { display: flex; flex-wrap: wrap; align-items: baseline; gap: 2px 10px; padding-block: 6px; }
.stored-sessions > li + li { border-block-start: 1px solid var(--line); }
.stored-session { flex: 1 1 140px; min-inline-size: 0; overflow-wrap: anywhere; }
@container (width < 420px) {
  .store-lines > div { grid-template-columns: 1fr; row-gap: 1px; }
  .store-lines { gap: 7px; }
}
`;
