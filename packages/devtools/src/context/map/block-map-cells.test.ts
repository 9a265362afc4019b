import { expect, test } from 'vitest';
import { planFacts } from '../../source/devtools-source.ts';
import { richSession } from '../../testing/rich-session.ts';
import { blockMap, cellAfterKey, cellsOfRow, mapCells, rowKeyOf } from './block-map.ts';

const facts = planFacts(richSession().plan);
/** Without free room, so that what is sent fills every row. */
const plan = { ...facts, budget: { ...facts.budget, inputTokens: facts.totalTokens } };
const map = blockMap(plan, 1_200);
const cells = mapCells(map);
const indexOf = (key: string) => cells.findIndex((cell) => cell.key === key);

test('[DEV-10] arrows, Home and End lead through what left and then what is sent, in order', () => {
  let at = 0;
  const walked = [cells[at]?.key];
  for (let step = 1; step < cells.length; step++) {
    at = cellAfterKey(map, at, 'ArrowRight') ?? -1;
    walked.push(cells[at]?.key);
  }
  expect(walked).toEqual(cells.map(({ key }) => key));
  expect(cellAfterKey(map, at, 'ArrowRight')).toBe(at);
  expect(cellAfterKey(map, at, 'ArrowLeft')).toBe(at - 1);
  expect(cellAfterKey(map, at, 'Home')).toBe(0);
  expect(cellAfterKey(map, 0, 'ArrowLeft')).toBe(0);
  expect(cellAfterKey(map, 0, 'End')).toBe(cells.length - 1);
  expect(cellAfterKey(map, 0, 'x')).toBeUndefined();
});

test('[DEV-10] up and down lead to the nearest block in the row beside, and past the first into the lane', () => {
  const question = indexOf('item:entry-24');
  const above = cellAfterKey(map, question, 'ArrowUp') ?? -1;
  const rowOf = (index: number) => {
    const cell = cells[index];
    return cell?.kind === 'block' ? cell.block.pieces.at(-1)?.row : -1;
  };
  expect(rowOf(above)).toBe((rowOf(question) ?? 0) - 1);
  expect(cells[cellAfterKey(map, indexOf('item:system'), 'ArrowUp') ?? -1]?.kind).toBe('ghost');
  expect(cellAfterKey(map, 0, 'ArrowUp')).toBe(0);
  expect(cells[cellAfterKey(map, 0, 'ArrowDown') ?? -1]?.kind).toBe('block');
  const last = cells.length - 1;
  expect(cellAfterKey(map, last, 'ArrowDown')).toBe(last);
});

test('[DEV-1] a selected row lights its block, and with a shortened message what was cut of it', () => {
  const lit = (rowKey: string | undefined) => [...cellsOfRow(plan, map, rowKey)];
  expect(lit('item:entry-24')).toEqual(['item:entry-24']);
  expect(lit('item:entry-17')).toEqual(['ghost:cut:item:entry-17', 'item:entry-17']);
  expect(lit('entry:9')).toEqual(['ghost:condensed:range:1']);
  expect(lit('range:1')).toEqual(['ghost:condensed:range:1']);
  expect(lit('entry:17')).toEqual([]);
  expect(lit('run:3')).toEqual([]);
  expect(lit(undefined)).toEqual([]);
});

test('[DEV-1] every cell leads to a row', () => {
  expect(cells.map((cell) => rowKeyOf(plan, cell))).toEqual([
    'range:1',
    'item:entry-17',
    'item:entry-20',
    ...plan.items.map(({ id }) => `item:${id}`),
  ]);
});
