import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type GridStand, moveFor } from './grid-keys.ts';
import type { RowModel } from './row-model.ts';

const row = (key: string): RowModel => ({ key });
const heading = (key: string): RowModel => ({ key, isHeading: true });

function at(
  rows: readonly RowModel[],
  selectedIndex?: number,
  stand: Partial<GridStand> = {},
): GridStand {
  return { rows, selectedIndex, leftIndex: undefined, pageRows: 3, ...stand };
}

const TWO_GROUPS = [heading('A'), row('a'), row('b'), heading('B'), row('c')];

test('[DEV-10] the arrows step over headings and stay at the ends', () => {
  expect(moveFor('ArrowDown', at(TWO_GROUPS))).toEqual({ kind: 'select', index: 1 });
  expect(moveFor('ArrowDown', at(TWO_GROUPS, 2))).toEqual({ kind: 'select', index: 4 });
  expect(moveFor('ArrowUp', at(TWO_GROUPS, 1))).toEqual({ kind: 'select', index: 1 });
  expect(moveFor('ArrowDown', at(TWO_GROUPS, 4))).toEqual({ kind: 'select', index: 4 });
  expect(moveFor('ArrowUp', at(TWO_GROUPS))).toEqual({ kind: 'select', index: 4 });
});

test('[DEV-10] Home and End go to the first and last row that can be selected', () => {
  const rows = [...TWO_GROUPS, heading('C')];
  expect(moveFor('Home', at(rows, 4))).toEqual({ kind: 'select', index: 1 });
  expect(moveFor('End', at(rows, 1))).toEqual({ kind: 'select', index: 4 });
});

test('[DEV-10] PgDn and PgUp go a page, and no further than the ends', () => {
  const rows = Array.from({ length: 10 }, (_, index) => row(`${index}`));
  expect(moveFor('PageDown', at(rows, 2))).toEqual({ kind: 'select', index: 5 });
  expect(moveFor('PageDown', at(rows, 8))).toEqual({ kind: 'select', index: 9 });
  expect(moveFor('PageUp', at(rows, 8))).toEqual({ kind: 'select', index: 5 });
  expect(moveFor('PageUp', at(rows, 1))).toEqual({ kind: 'select', index: 0 });
});

const TREE: readonly RowModel[] = [
  { key: 'open', isOpen: true, level: 1 },
  { key: 'child', level: 2 },
  { key: 'deep', isOpen: false, level: 2 },
  { key: 'closed', isOpen: false, level: 1 },
];

test('[DEV-10] right opens a closed row and steps into an open one', () => {
  expect(moveFor('ArrowRight', at(TREE, 3))).toEqual({ kind: 'open', index: 3 });
  expect(moveFor('ArrowRight', at(TREE, 0))).toEqual({ kind: 'select', index: 1 });
  expect(moveFor('ArrowRight', at(TREE, 1))).toBeUndefined();
  expect(moveFor('ArrowRight', at([{ key: 'x', isOpen: true }], 0))).toBeUndefined();
  const aheadOfHeading = [
    { key: 'x', isOpen: true },
    { ...heading('A'), level: 2 },
  ];
  expect(moveFor('ArrowRight', at(aheadOfHeading, 0))).toBeUndefined();
});

test('[DEV-10] left closes an open row, and from another steps to the row it belongs to', () => {
  expect(moveFor('ArrowLeft', at(TREE, 0))).toEqual({ kind: 'close', index: 0 });
  expect(moveFor('ArrowLeft', at(TREE, 2))).toEqual({ kind: 'select', index: 0 });
  expect(moveFor('ArrowLeft', at(TREE, 3))).toBeUndefined();
  const underHeading = [heading('A'), { key: 'a', level: 2 }];
  expect(moveFor('ArrowLeft', at(underHeading, 1))).toBeUndefined();
});

test('[DEV-10] where the selected row has left, the arrows continue from its place', () => {
  const rows = ['a', 'b', 'c', 'd'].map(row);
  expect(moveFor('ArrowDown', at(rows, undefined, { leftIndex: 2 }))).toMatchObject({ index: 2 });
  expect(moveFor('ArrowUp', at(rows, undefined, { leftIndex: 2 }))).toMatchObject({ index: 1 });
  expect(moveFor('ArrowDown', at(rows, undefined, { leftIndex: 9 }))).toMatchObject({ index: 3 });
});

test('[DEV-10] Enter needs a row; find, Escape and letters do not depend on one', () => {
  expect(moveFor('Enter', at(TREE))).toBeUndefined();
  expect(moveFor('Enter', at(TREE, 1))).toEqual({ kind: 'enter', index: 1 });
  expect(moveFor('/', at([]))).toEqual({ kind: 'find' });
  expect(moveFor('Escape', at([]))).toEqual({ kind: 'escape' });
  expect(moveFor('x', at(TREE, 1))).toBeUndefined();
});

const KEYS = [
  'ArrowDown',
  'ArrowUp',
  'PageDown',
  'PageUp',
  'Home',
  'End',
  'ArrowRight',
  'ArrowLeft',
];

test('[DEV-10] whatever the rows are, a key selects one that is there and is no heading', () => {
  const anyRow = fc.record({
    isHeading: fc.boolean(),
    isOpen: fc.boolean(),
    level: fc.integer({ min: 1, max: 4 }),
  });
  fc.assert(
    fc.property(
      fc.array(anyRow, { maxLength: 12 }),
      fc.constantFrom(...KEYS),
      fc.nat(14),
      fc.nat(14),
      fc.integer({ min: 1, max: 20 }),
      (bare, key, selected, left, pageRows) => {
        const rows = bare.map((model, index) => ({ ...model, key: `${index}` }));
        const isListed = rows[selected]?.isHeading === false;
        const selectedIndex = isListed ? selected : undefined;
        const move = moveFor(key, { rows, selectedIndex, leftIndex: left, pageRows });
        const canSelect = rows.some(({ isHeading }) => !isHeading);
        if (move && 'index' in move) expect(rows[move.index]?.isHeading).toBe(false);
        else expect(canSelect && !['ArrowRight', 'ArrowLeft'].includes(key)).toBe(false);
      },
    ),
  );
});
