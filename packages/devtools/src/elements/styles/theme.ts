/** Light, dark, or as the system prefers. */
export type PanelTheme = 'light' | 'dark' | 'auto';

/** Colours and type, once for light and dark. Patterns tell the tiers apart where colours cannot. */
export const THEME = `
:host {
  all: initial;
  display: block;
  block-size: 100%;
  min-block-size: 320px;
  contain: content;
}
.root, .panel { block-size: 100%; min-block-size: inherit; }
.panel {
  color-scheme: light dark;
  --background: light-dark(#ffffff, #14161b);
  --surface: light-dark(#f6f7f9, #1a1d24);
  --raised: light-dark(#ffffff, #22262f);
  --line: light-dark(#e3e6eb, #2a2f39);
  --edge: light-dark(#868e9b, #6f7886);
  --text: light-dark(#15181e, #e8ebf1);
  --quiet: light-dark(#545c69, #a2abba);
  --accent: light-dark(#2b50c2, #93b2ff);
  --hover: light-dark(#f1f3f8, #1e222a);
  --selected: light-dark(#e5ecfd, #263355);
  --mark: light-dark(#ffe08a, #6b5310);
  --error: light-dark(#b3261e, #ff9b92);
  --error-surface: light-dark(#fdeeec, #35191a);
  --warning: light-dark(#855400, #f0bd63);
  --warning-surface: light-dark(#fdf5e3, #2e2412);
  --info-surface: light-dark(#eef3fe, #1b2439);
  --pill: light-dark(#e6e9ee, #2b313c);
  --track: light-dark(#eceef2, #20242c);
  --pinned: light-dark(#3546ad, #a9b5fa);
  --shortened: light-dark(#7d4f00, #f0bd63);
  --summarised: light-dark(#0b6257, #6ed3c3);

  --system: light-dark(#4a5cc8, #8b9bf5);
  --archive: light-dark(#bf7a0a, #e0a63f);
  --working: light-dark(#128273, #45b8a6);
  --live: light-dark(#b9417f, #e884b6);
  --grain: light-dark(rgb(255 255 255 / 0.5), rgb(10 12 16 / 0.5));
  --hatch: light-dark(#c3c8d1, #414855);

  --mono: ui-monospace, "SF Mono", "Cascadia Code", "JetBrains Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace;
  --sans: system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Liberation Sans", sans-serif;

  position: relative;
  box-sizing: border-box;
  background: var(--background);
  color: var(--text);
  font: 400 12.5px/1.45 var(--sans);
  font-variant-numeric: tabular-nums;
  -webkit-text-size-adjust: 100%;
  text-align: start;
}
.panel[data-theme="light"] { color-scheme: light; }
.panel[data-theme="dark"] { color-scheme: dark; }
.panel *, .panel *::before, .panel *::after { box-sizing: border-box; }
:where(.panel) :where(h2, h3, p, ul, ol, dl, dd, pre) { margin: 0; padding: 0; }
:where(.panel) :where(ul, ol) { list-style: none; }
:where(.panel) :where(button, input) { font: inherit; color: inherit; letter-spacing: inherit; }
:where(.panel) :where(code, kbd, pre) { font-family: var(--mono); font-size: 0.94em; }
:where(.panel) :focus { outline: none; }
.panel :focus-visible { outline: 2px solid var(--accent); outline-offset: 1px; }
.panel mark { background: var(--mark); color: var(--text); border-radius: 2px; }
.hidden {
  position: absolute; inline-size: 1px; block-size: 1px; overflow: hidden;
  clip-path: inset(50%); white-space: nowrap;
}
.quiet { color: var(--quiet); }

[data-part] {
  background: repeating-linear-gradient(0deg, transparent 0 2px, var(--grain) 2px 4px) var(--edge);
}
[data-part="system"] { background: var(--system); }
[data-part="archive"] {
  background: radial-gradient(circle, var(--grain) 1.3px, transparent 1.7px) 0 0 / 9px 9px var(--archive);
}
[data-part="working"] {
  background: radial-gradient(circle, var(--grain) 1px, transparent 1.4px) 0 0 / 4px 4px var(--working);
}
[data-part="live"] {
  background: repeating-linear-gradient(90deg, transparent 0 2px, var(--grain) 2px 4px) var(--live);
}
[data-part="free"] { background: var(--background); }
[data-part="headroom"] {
  background: repeating-linear-gradient(45deg, var(--hatch) 0 1px, transparent 1px 5px) var(--surface);
}

@media (forced-colors: active) {
  [data-part] { forced-color-adjust: none; }
  .panel {
    --background: Canvas; --surface: Canvas; --raised: Canvas; --line: CanvasText; --edge: CanvasText;
    --text: CanvasText; --quiet: CanvasText; --accent: Highlight; --hover: Canvas;
    --selected: Canvas; --error: CanvasText; --warning: CanvasText; --hatch: GrayText;
    --system: CanvasText; --archive: CanvasText; --working: CanvasText; --live: CanvasText;
    --grain: Canvas; --mark: Mark; --pill: Canvas; --track: Canvas;
    --pinned: CanvasText; --shortened: CanvasText; --summarised: CanvasText;
  }
  .panel mark { forced-color-adjust: none; background: Mark; color: MarkText; }
  .row[aria-selected="true"] { outline: 2px solid Highlight; outline-offset: -2px; }
}
@media (prefers-reduced-motion: no-preference) {
  .button, .icon-button, .tab, .toggle-item, .row, .splitter { transition: background-color 90ms linear; }
}
`;
