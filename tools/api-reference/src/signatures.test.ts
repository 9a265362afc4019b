import { expect, test } from 'vitest';
import { signatureDifferences } from './signature-differences.mjs';
import { signaturesOf } from './signatures.mjs';

const FILE = '/ours/src/things.ts';
const DECLARATIONS = `
/** Prose. */
export interface Thing {
    /** More prose. */
    readonly name: string;
}
export declare function make(name: string): Thing;
export declare function make(count: number): Thing[];
export declare class Box {
    #private;
    private hidden;
    open(): import("./lid.ts").Lid;
}
export declare const empty: Box, full: Box;
export type Colour = 'red' | 'green' | 'blue' | 'a colour with a name that does not end' | 'another one that is long';
export type Size = 'small' | 'large';
`;

const ours = { name: 'ours', folder: 'ours', file: '/ours/src/index.ts', isInternal: false };

function snapshot(
  names: readonly string[],
  { declarations = DECLARATIONS, entry = ours, renamed = {} as Record<string, string> } = {},
): string {
  const exported = names.map((name) => ({
    name: renamed[name] ?? name,
    declaredAs: name,
    file: FILE,
    entry,
    isValue: true,
  }));
  // The compiler's symbol of a name is not looked at.
  return signaturesOf(exported as never, new Map([[FILE, declarations]]));
}

function signatures(text: string): string {
  return /```ts\n([\s\S]*?)\n```/.exec(text)?.[1] ?? '';
}

test('signatures are sorted, without prose, private members and paths; overloads stand together', () => {
  expect(signatures(snapshot(['make', 'Thing', 'Box', 'full']))).toBe(
    `class Box {
  open(): Lid;
}

interface Thing {
  readonly name: string;
}

const empty: Box, full: Box;

function make(name: string): Thing;
function make(count: number): Thing[];`,
  );
});

test('a long union has a line for each member, a short one stays', () => {
  expect(signatures(snapshot(['Colour', 'Size']))).toBe(
    `type Colour =
  | 'red'
  | 'green'
  | 'blue'
  | 'a colour with a name that does not end'
  | 'another one that is long';

type Size = 'small' | 'large';`,
  );
});

test('a name that is another one inside says so, and a name from elsewhere too', () => {
  expect(signatures(snapshot(['Size', 'Foreign'], { renamed: { Size: 'Extent' } }))).toBe(
    `export { Size as Extent };
type Size = 'small' | 'large';

export { Foreign } from elsewhere;`,
  );
});

test('the entry for the sister packages is listed with its warning', () => {
  const internal = { ...ours, name: 'ours/internal', isInternal: true };
  expect(snapshot(['Size'], { entry: internal })).toContain(
    '## ours/internal\n\nFor the sister packages alone',
  );
  expect(snapshot(['Size'])).not.toContain('sister');
});

test('equal snapshots do not differ', () => {
  const text = snapshot(['make', 'Thing']);
  expect(signatureDifferences(text, text)).toEqual([]);
});

test('a difference shows the lines of the name that changed, came or went', () => {
  const before = snapshot(['make', 'Thing', 'Size']);
  const declarations = DECLARATIONS.replace('count: number', 'count: bigint');
  const now = snapshot(['make', 'Thing', 'Colour'], { declarations });
  expect(signatureDifferences(now, before)).toEqual([
    'ours: Colour',
    '  + type Colour =',
    "  +   | 'red'",
    "  +   | 'green'",
    "  +   | 'blue'",
    "  +   | 'a colour with a name that does not end'",
    "  +   | 'another one that is long';",
    'ours: Size',
    "  - type Size = 'small' | 'large';",
    'ours: make',
    '  - function make(count: number): Thing[];',
    '  + function make(count: bigint): Thing[];',
  ]);
});

test('of very many differences the first are shown, and how many there are', () => {
  const names = Array.from({ length: 150 }, (_, index) => `name${index}`);
  const declarations = names.map((name) => `export declare const ${name}: 1;`).join('\n');
  const lines = signatureDifferences(snapshot(names, { declarations }), snapshot([]));
  expect(lines).toHaveLength(201);
  expect(lines.at(-1)).toBe('… and 100 lines more.');
});
