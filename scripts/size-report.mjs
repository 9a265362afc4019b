import { readJson } from './repository.mjs';
import { Refusal } from './say.mjs';
import { measureRepository } from './source-size.mjs';

/** @typedef {import('./source-size.mjs').PartSize} PartSize */
/** @typedef {Partial<PartSize>} Budget */

/**
 * Prints how much there is to read, part by part, and refuses what is over its budget in
 * `size-budget.json`. The whole has a budget too.
 */
export function sizeReport() {
  const parts = measureRepository();
  const total = sumOf([...parts.values()]);
  const rows = [...parts, /** @type {const} */ (['all', total])];
  console.log(formatReport(rows));
  /** @type {{ reading: Readonly<Record<string, Budget>> }} */
  const { reading } = readJson('size-budget.json');
  const over = overBudget(new Map(rows), reading);
  if (over.length > 0) {
    throw new Refusal(
      `Over the budget for what there is to read:\n${over.join('\n')}\nRemove something, or raise the budget in size-budget.json and say why in the commit.`,
    );
  }
}

/** @param {readonly PartSize[]} parts */
function sumOf(parts) {
  const total = { lines: 0, testLines: 0, names: 0, internalNames: 0, options: 0, prose: 0 };
  for (const part of parts) for (const key of KEYS) total[key] += part[key];
  return total;
}

/**
 * @param {ReadonlyMap<string, PartSize>} sizes
 * @param {Readonly<Record<string, Budget>>} budgets
 * @returns {readonly string[]} a sentence for each figure over its budget, and for each budget without a part
 */
export function overBudget(sizes, budgets) {
  return Object.entries(budgets).flatMap(([name, budget]) => {
    const size = sizes.get(name);
    if (size === undefined) return [`${name}: has a budget, and there is no such folder.`];
    return KEYS.flatMap((key) => {
      const most = budget[key];
      if (most === undefined || size[key] <= most) return [];
      return [`${name}: ${size[key]} ${TITLES[key]}, over ${most}.`];
    });
  });
}

const TITLES = {
  lines: 'source lines',
  testLines: 'test lines',
  names: 'public names',
  internalNames: 'internal names',
  options: 'options',
  prose: 'bytes of prose',
};
const KEYS = /** @type {readonly (keyof typeof TITLES)[]} */ (Object.keys(TITLES));

/** @param {readonly (readonly [string, PartSize])[]} rows */
function formatReport(rows) {
  const head = ['', ...Object.values(TITLES)];
  const table = [
    head,
    ...rows.map(([name, size]) => [name, ...KEYS.map((key) => size[key].toLocaleString('en'))]),
  ];
  const widths = head.map((_, column) => Math.max(...table.map((row) => row[column]?.length ?? 0)));
  return table
    .map((row) =>
      row
        .map((cell, column) =>
          column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0),
        )
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

if (process.argv[1] === import.meta.filename) {
  try {
    sizeReport();
  } catch (error) {
    console.log(error instanceof Refusal ? error.message : error);
    process.exitCode = 1;
  }
}
