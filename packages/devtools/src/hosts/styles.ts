import { SHELL } from '../elements/styles/shell.ts';
import { THEME } from '../elements/styles/theme.ts';
import { TOOLBAR } from '../elements/styles/toolbar.ts';

/** The pill, and the frame around a panel that is docked or in a window of its own. */
const HOSTS = `
.host-root {
  position: static; block-size: 100%; min-block-size: 0; background: none; pointer-events: none;
}
.pill {
  position: absolute; display: flex; align-items: center; gap: 8px; block-size: 34px; padding: 0 13px;
  border: 1px solid var(--edge); border-radius: 17px; background: var(--raised); pointer-events: auto;
  box-shadow: 0 2px 10px rgb(0 0 0 / 0.18); font-size: 12px; font-weight: 500; cursor: pointer;
}
.pill:hover { background: var(--hover); border-color: var(--text); }
.pill[data-corner^="bottom"] { inset-block-end: 12px; }
.pill[data-corner^="top"] { inset-block-start: 12px; }
.pill[data-corner$="right"] { right: 12px; }
.pill[data-corner$="left"] { left: 12px; }
.pill-bar {
  display: flex; inline-size: 72px; block-size: 12px; overflow: hidden; border-radius: 3px;
  box-shadow: 0 0 0 1px var(--edge); background: var(--background);
}
.pill-bar > span { flex: 0 1 0; min-inline-size: 0; }
.pill-findings {
  min-inline-size: 18px; padding: 0 5px; border-radius: 9px; text-align: center;
  font-size: 11px; line-height: 18px; font-weight: 600; color: var(--background);
}
.pill-findings[data-severity="warning"] { background: var(--warning); }
.pill-findings[data-severity="error"] { background: var(--error); }

.frame {
  position: absolute; display: flex; flex-direction: column; overflow: hidden; pointer-events: auto;
  background: var(--background); container-type: inline-size;
}
.frame[data-place="below"] {
  inset-inline: 0; inset-block-end: 0; border-block-start: 1px solid var(--edge);
  box-shadow: 0 -4px 18px rgb(0 0 0 / 0.12);
}
.frame[data-place="side"] {
  inset-block: 0; right: 0; border-inline-start: 1px solid var(--edge);
  box-shadow: -4px 0 18px rgb(0 0 0 / 0.12);
}
.frame[data-place="window"], .frame[data-place="page"] { inset: 0; }
.frame-bar {
  display: flex; align-items: center; gap: 10px; flex: none; min-block-size: 36px; padding: 4px 8px 4px 14px;
  border-block-end: 1px solid var(--line); background: var(--surface);
}
.frame-title { font-size: 12.5px; font-weight: 600; white-space: nowrap; }
.frame-name { overflow: hidden; min-inline-size: 0; text-overflow: ellipsis; white-space: nowrap; color: var(--quiet); }
.frame-bar .select { min-inline-size: 60px; max-inline-size: 40cqi; text-overflow: ellipsis; }
.frame-space { flex: 1; }
.frame-notice {
  flex: none; padding: 7px 14px; border-block-end: 1px solid var(--line);
  background: var(--warning-surface); line-height: 1.4;
}
.frame-refusal {
  display: flex; align-items: start; gap: 10px; flex: none; padding: 7px 8px 7px 14px;
  border-block-end: 1px solid var(--line); background: var(--error-surface); line-height: 1.4;
}
.frame-refusal > [role="alert"] { flex: 1; min-inline-size: 0; overflow-wrap: anywhere; }
.frame-refusal p { margin: 0; }
.file-veil {
  position: absolute; inset: 0; z-index: 3; display: grid; place-items: center; pointer-events: none;
  background: color-mix(in srgb, var(--background) 80%, transparent);
}
.file-veil > p {
  margin: 16px; padding: 18px 26px; border: 2px dashed var(--accent); border-radius: 8px;
  background: var(--raised); font-size: 14px;
}
.empty-title { margin: 0; font-size: 15px; font-weight: 600; }
.empty-actions { display: flex; flex-wrap: wrap; justify-content: center; gap: 8px; margin-block-start: 10px; }
.empty-actions .button { display: inline-flex; align-items: center; margin: 0; color: inherit; text-decoration: none; }
.frame-panel { flex: 1; min-block-size: 0; }
/* Grey, and without a status, which nobody knows: the panel's own styles read the property. */
.frame[data-lost="true"] > .frame-panel { filter: grayscale(1); --agent-memory-status: none; }
.edge { position: absolute; z-index: 2; touch-action: none; }
.edge::after { content: ""; position: absolute; background: transparent; }
.edge:hover::after, .edge:focus-visible::after { background: var(--accent); }
.frame[data-place="below"] > .edge { inset-inline: 0; inset-block-start: 0; block-size: 8px; cursor: ns-resize; }
.frame[data-place="below"] > .edge::after { inset-inline: 0; inset-block-start: 0; block-size: 3px; }
.frame[data-place="side"] > .edge { inset-block: 0; inset-inline-start: 0; inline-size: 8px; cursor: ew-resize; }
.frame[data-place="side"] > .edge::after { inset-block: 0; inset-inline-start: 0; inline-size: 3px; }
.edge:focus-visible { outline-offset: -2px; }
@container (width < 420px) { .frame-title { display: none; } .frame-bar { gap: 6px; padding-inline-start: 8px; } }
@media (forced-colors: active) {
  .pill, .frame { border-color: CanvasText; }
  .pill-findings { border: 1px solid CanvasText; background: Canvas !important; color: CanvasText; }
}
`;

/** The styles around a panel; the panel has its own. */
export const HOST_STYLESHEET = [THEME, SHELL, TOOLBAR, HOSTS].join('\n');
