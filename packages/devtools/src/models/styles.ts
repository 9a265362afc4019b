/** The models: their state, the ledger, the newest summaries. */
export const MODELS = `
.models { flex: 1; min-block-size: 0; overflow: auto; padding: 4px 14px 20px; display: grid; gap: 16px; align-content: start; }
.models:focus-visible, .ledger:focus-visible { outline-offset: -2px; }
.models > * { min-inline-size: 0; max-inline-size: 860px; }
.models h2 { font-size: 11.5px; font-weight: 600; color: var(--quiet); margin-block-end: 4px; }
.models p { text-wrap: pretty; overflow-wrap: anywhere; }
.model-trouble { padding: 7px 10px; border-radius: 6px; background: var(--warning-surface); }
.model-cards > li { padding-block: 9px; }
.model-cards > li + li { border-block-start: 1px solid var(--line); }
.model-card { display: grid; gap: 5px; }
.model-card h3 { display: flex; flex-wrap: wrap; align-items: baseline; gap: 3px 10px; font-size: 13px; font-weight: 600; }
.model-card h3 code { overflow-wrap: anywhere; min-inline-size: 0; }
.model-card .tag { overflow-wrap: anywhere; white-space: normal; font-weight: 500; }
.model-card .health { padding: 0; }
.model-progress { display: flex; flex-wrap: wrap; align-items: center; gap: 4px 10px; }
.model-progress .fill-bar { flex: 0 1 180px; min-inline-size: 120px; }
.model-notes { display: grid; gap: 3px; overflow-wrap: anywhere; }
.model-notes li { padding-inline-start: 12px; text-indent: -12px; }
.model-notes li::before { content: "– "; color: var(--quiet); }
.model-bad { color: var(--error); }
.ledger { overflow-x: auto; border: 1px solid var(--line); border-radius: 6px; }
.ledger table { inline-size: 100%; border-collapse: collapse; }
.ledger th, .ledger td { padding: 5px 10px; text-align: end; white-space: nowrap; font-weight: 400; }
.ledger thead th { color: var(--quiet); font-size: 11.5px; background: var(--surface); }
.ledger tr > :first-child { text-align: start; white-space: normal; overflow-wrap: anywhere; min-inline-size: 120px; }
.ledger tbody th { font-family: var(--mono); font-size: 0.94em; }
.ledger tbody tr > * { border-block-start: 1px solid var(--line); }
.ledger + .quiet { margin-block-start: 4px; }
@container (width < 480px) {
  .ledger th, .ledger td { padding-inline: 5px; }
  .ledger tr > :first-child { min-inline-size: 84px; }
}
`;
