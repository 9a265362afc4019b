/** Head, tabs, notices, controls and overlays. */
export const SHELL = `
.tabs { display: flex; flex-direction: column; block-size: 100%; container-type: inline-size; }
.head {
  display: flex; align-items: stretch; gap: 12px; flex: none;
  min-block-size: 37px; padding-inline: 6px 8px;
  border-block-end: 1px solid var(--line); background: var(--surface);
}
.read-only { padding: 4px 10px; border-block-end: 1px solid var(--line); color: var(--quiet); font-size: 11.5px; }
.tab-list { display: flex; flex: 0 1 auto; min-inline-size: 0; overflow-x: auto; scrollbar-width: none; scroll-padding-inline: 32px; }
/* Tabs that are out of sight fade out at the edge behind which they are. */
@supports (animation-timeline: scroll()) {
  .tab-list { animation: tabs-out-of-sight linear; animation-timeline: scroll(self inline); }
}
@keyframes tabs-out-of-sight {
  from, to {
    mask: linear-gradient(90deg, transparent, #000 32px calc(100% - 32px), transparent) no-repeat;
    mask-size: calc(100% + 32px) 100%;
  }
  from { mask-position: -32px 0; }
  to { mask-position: 0 0; }
}
.tab {
  display: flex; align-items: center; gap: 6px; padding: 0 10px;
  border: 0; border-block: 2px solid transparent; background: none; cursor: default;
  color: var(--quiet); font-weight: 500;
}
.tab:hover { color: var(--text); }
.tab[aria-selected="true"] { color: var(--text); border-block-end-color: var(--accent); }
.tab:focus-visible { outline-offset: -3px; border-radius: 4px; }
.count {
  min-inline-size: 18px; padding: 0 5px; border-radius: 9px; text-align: center;
  background: var(--pill); color: var(--quiet);
  font-size: 11px; line-height: 17px; font-weight: 500;
}
.trouble-count {
  min-inline-size: 18px; padding: 0 5px; border-radius: 4px; text-align: center;
  background: var(--warning-surface); border: 1px solid var(--warning); color: var(--warning);
  font-size: 11px; line-height: 15px; font-weight: 600;
}
.session {
  display: flex; align-items: center; justify-content: flex-end; gap: 10px;
  flex: 1 0 auto; color: var(--quiet); font-size: 11.5px; white-space: nowrap;
}
/* The name takes what the tabs leave; the status has its room in any case. */
.session-name { flex: 1; inline-size: 0; text-align: end; overflow: hidden; text-overflow: ellipsis; font-family: var(--mono); font-size: 11px; }
.status { display: var(--agent-memory-status, inline-flex); align-items: center; gap: 5px; }
.status::before {
  content: ""; inline-size: 7px; block-size: 7px; border-radius: 50%;
  background: var(--working); forced-color-adjust: none;
}
.status[data-status="hydrating"]::before, .status[data-status="compacting"]::before {
  background: none; border: 2px solid var(--archive);
}
.status[data-status="error"] { color: var(--error); }
.status[data-status="error"]::before { background: var(--error); border-radius: 1px; }
.head .icon-button { align-self: center; }
@container (width < 600px) { .session-name { display: none; } }
@container (width < 460px) { .head { gap: 4px; } }
@container (width < 400px) {
  .tab { padding-inline: 6px; gap: 4px; }
  .tab-list:has(> :nth-child(4)) .count { display: none; }
  .status { font-size: 0; }
}
.tab-content { flex: 1; min-block-size: 0; overflow-y: auto; display: flex; flex-direction: column; container-type: size; }

.button {
  block-size: 26px; padding: 0 10px; white-space: nowrap;
  border: 1px solid var(--line); border-radius: 5px; background: var(--raised);
  font-size: 12px; font-weight: 500; cursor: default;
}
.button:hover { background: var(--hover); border-color: var(--edge); }
.button[aria-disabled="true"] { color: var(--quiet); background: var(--surface); border-style: dashed; }
.button.primary { background: var(--accent); border-color: var(--accent); color: var(--background); }
.button.primary:hover { background: var(--accent); border-color: var(--text); }
.icon-button {
  inline-size: 26px; block-size: 26px; flex: none; padding: 0;
  border: 1px solid transparent; border-radius: 5px; background: none;
  color: var(--quiet); font-size: 14px; font-weight: 500; line-height: 1; cursor: default;
}
.icon-button:hover, .icon-button[data-state="open"] { background: var(--hover); border-color: var(--line); color: var(--text); }
.copy-formats { display: grid; gap: 4px; inline-size: auto; }
.copy-formats .button { inline-size: 100%; text-align: start; }
.fold-toggle {
  color: var(--text);
  display: inline-flex; align-items: center; gap: 6px; margin-inline-start: -6px; padding: 2px 6px;
  border: 0; border-radius: 4px; background: none; font-size: 12px; font-weight: 600; cursor: default;
}
.fold-toggle:hover { background: var(--hover); }
.fold-toggle::before {
  content: ""; border: 4px solid transparent; border-inline-start: 6px solid currentColor; border-inline-end: 0;
  forced-color-adjust: none;
}
.fold-toggle[aria-expanded="true"]::before { rotate: 90deg; }
.link {
  padding: 1px 0; border: 0; background: none; text-align: start; cursor: pointer;
  color: var(--accent); text-decoration: underline; text-decoration-thickness: 1px; text-underline-offset: 3px;
}
.link:hover { text-decoration-thickness: 2px; }
.relation { color: var(--quiet); }
.copy { display: inline-flex; flex: none; position: relative; }
.copy-outcome:not(:empty) {
  position: absolute; z-index: 5; inset-block-start: calc(100% + 4px); inset-inline-end: 0;
  padding: 3px 8px; border-radius: 4px; white-space: nowrap; font-size: 11.5px;
  background: var(--text); color: var(--background);
}

.notices { flex: none; }
.notice {
  display: flex; gap: 8px; padding: 7px 12px; border-block-end: 1px solid var(--line);
  background: var(--info-surface); line-height: 1.4; overflow-wrap: anywhere;
}
.notice-mark {
  flex: none; inline-size: 16px; block-size: 16px; border-radius: 50%; margin-block-start: 1px;
  border: 1.5px solid currentColor; color: var(--accent);
  text-align: center; font-size: 11px; font-weight: 700; line-height: 13px;
}
.notice[data-severity="warning"] { background: var(--warning-surface); }
.notice[data-severity="warning"] .notice-mark { color: var(--warning); }
.notice[data-severity="error"] { background: var(--error-surface); }
.notice[data-severity="error"] .notice-mark { color: var(--error); border-radius: 3px; }

.empty {
  flex: 1; display: flex; flex-direction: column; align-items: center; justify-content: center; gap: 6px;
  padding: 32px 24px; text-align: center; text-wrap: pretty;
}
.empty h2 { font-size: 14px; font-weight: 600; }
.empty p { max-inline-size: 46ch; color: var(--quiet); }
.empty .button { margin-block-start: 8px; }

.popover, .tooltip {
  z-index: 10; border: 1px solid var(--line); border-radius: 7px; background: var(--raised);
  box-shadow: 0 6px 24px rgb(0 0 0 / 0.16);
}
.tooltip { max-inline-size: 260px; padding: 6px 10px; font-size: 12px; line-height: 1.4; }
.popover { inline-size: 310px; max-inline-size: calc(100vw - 16px); max-block-size: var(--radix-popover-content-available-height); overflow: auto; padding: 12px 14px; }
.popover h2 { font-size: 12.5px; font-weight: 600; margin-block-end: 8px; }
.keys { display: grid; gap: 5px; }
.keys + h2 { margin-block-start: 14px; }
.keys > div { display: grid; grid-template-columns: 92px 1fr; gap: 10px; align-items: baseline; }
.keys dd { color: var(--quiet); }
kbd {
  display: inline-block; min-inline-size: 19px; padding: 0 4px; margin-inline-end: 3px;
  border: 1px solid var(--line); border-block-end-width: 2px; border-radius: 4px;
  background: var(--surface); text-align: center; font-size: 11px; line-height: 16px;
}
@media (forced-colors: active) {
  .tab { border-color: Canvas; }
  .button.primary, .button.primary:hover { background: ButtonFace; border: 2px solid Highlight; color: ButtonText; }
  .tab[aria-selected="true"] { border-block-end-color: Highlight; }
}
`;
