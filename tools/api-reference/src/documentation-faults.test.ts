import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import ts from 'typescript';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { documentationFaults } from './documentation-faults.mjs';
import { readLibrary } from './library.mjs';

let folder: string;
let faults: readonly string[];

const INDEX = `
/** Adds. @example const sum: number = add(1, 2); */
export function add(left: number, right: number): number { return left + right; }

/** Has no example. */
export const bare = 1;

export interface Mute { readonly value: unknown }

/** Written out. @example loose(1); */
export function loose(value: any): void { void value; }

/** Inferred. @example parsed(); */
export const parsed = () => JSON.parse('1');

/** Wrong. @example const text: string = add(1, 2); */
export class Wrong {}

/** Taken for granted. @example granted.toFixed(2); missing.toFixed(2); */
export type Granted = number;

export { helped } from './helped.ts';
`;

const HELPED = `
/** From another file, with a member. @example new Helped(); */
export class Helped {
  /** @example helped.help('too many'); */
  help(): void {}
}
/** A value. @example helped.help(); */
export const helped = new Helped();
`;

const INTERNAL = `
/** For the sister packages, which need no example. */
export const sister = 1;

export const mute = 2;
`;

beforeAll(() => {
  folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'documentation-')));
  const file = path.join(folder, 'index.ts');
  writeFileSync(path.join(folder, 'package.json'), '{ "type": "module" }');
  writeFileSync(file, INDEX);
  writeFileSync(path.join(folder, 'helped.ts'), HELPED);
  writeFileSync(path.join(folder, 'internal.ts'), INTERNAL);
  faults = faultsWith('export declare const granted: number;');
});
afterAll(() => rmSync(folder, { recursive: true }));

test('a name without a doc comment and a value without an example are faults', () => {
  expect(faults.filter((fault) => fault.startsWith('ours:'))).toEqual([
    'ours: bare has no @example.',
    'ours: Mute has no doc comment.',
  ]);
});

test('a name for the sister packages alone needs a doc comment and no example', () => {
  expect(faults.filter((fault) => fault.startsWith('ours/internal:'))).toEqual([
    'ours/internal: mute has no doc comment.',
  ]);
});

test('any is a fault, written out or inferred', () => {
  const found = faults.filter((fault) => fault.includes(': any in'));
  expect(found).toHaveLength(2);
  expect(found[0]).toContain('loose(value: any)');
  expect(found[1]).toContain('parsed: () => any');
});

test('an example that does not compile is a fault that names its place', () => {
  const found = faults.filter((fault) => fault.includes('the example has'));
  expect(found.map((fault) => fault.replace(/^.*\//, ''))).toEqual([
    'helped.ts:4: the example has "helped.help(\'too many\');": Expected 0 arguments, but got 1.',
    "index.ts:16: the example has \"const text: string = add(1, 2);\": Type 'number' is not assignable to type 'string'.",
    'index.ts:19: the example has "granted.toFixed(2); missing.toFixed(2);": Cannot find name \'missing\'.',
  ]);
});

test('nothing else is a fault', () => {
  expect(faults).toHaveLength(8);
});

test('a mistake in what examples take for granted is a fault', () => {
  const found = faultsWith('export declare const granted: Nobody;');
  expect(found).toContainEqual(
    expect.stringMatching(/^What examples take for granted: Cannot find name 'Nobody'/),
  );
});

function faultsWith(granted: string): readonly string[] {
  const entries = ['index', 'internal'].map((entryPoint) => ({
    name: entryPoint === 'index' ? 'ours' : `ours/${entryPoint}`,
    folder,
    file: path.join(folder, `${entryPoint}.ts`),
    isInternal: entryPoint === 'internal',
  }));
  const library = readLibrary(entries, {
    isOurs: (name) => name.startsWith(folder),
    declarationsOf: declarationsMade,
    placeholders: new Map([[path.join(folder, 'granted.ts'), granted]]),
  });
  return documentationFaults(library);
}

/** As the build makes them of a whole package. */
function declarationsMade(sources: readonly string[]): ReadonlyMap<string, string> {
  const options = { declaration: true, emitDeclarationOnly: true, strict: true };
  const program = ts.createProgram([...sources], { ...options, allowImportingTsExtensions: true });
  return new Map(
    sources.map((source) => {
      let made = '';
      program.emit(program.getSourceFile(source), (_, text) => {
        made += text;
      });
      return [source, made];
    }),
  );
}
