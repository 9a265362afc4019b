/** The answer to "where is this value?", with its strip of calls. */
export const FIND_VALUE = `
.value-answer {
  display: flex; flex-wrap: wrap; align-items: center; gap: 2px 12px; flex: none;
  padding: 5px 14px; border-block-end: 1px solid var(--line); background: var(--surface); overflow-wrap: anywhere;
}
.value-answer p { display: flex; flex-wrap: wrap; gap: 0 10px; min-inline-size: 0; }
.value-strip { display: flex; flex: 0 1 160px; min-inline-size: 96px; block-size: 22px; cursor: pointer; border-block-end: 1px solid var(--edge); }
.value-column { flex: 1; display: flex; align-items: flex-end; min-inline-size: 1px; }
.value-column[data-selected="true"] { background: var(--selected); box-shadow: 0 2px 0 var(--accent); }
.value-column > span { inline-size: 100%; block-size: 100%; }
.value-column > [data-where="shortened"] { block-size: 70%; }
.value-column > :is([data-where="summary"], [data-where="archive"], [data-where="live"], [data-where="system"]) { block-size: 45%; }
.value-column > [data-where="absent"] { block-size: 2px; background: var(--hatch); }
`;
