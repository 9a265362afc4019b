import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /**
     * Collected strings that attack a page which renders them, as encoded JSON: the runner writes it into a
     * page of its own as it is, and they would break that one.
     */
    hostileStrings: string;
    /** The name of a test without them. */
    needsHostileStrings: string;
  }
}

const { AGENT_MEMORY_DATA = '../shared/data' } = process.env;
const file = path.resolve(AGENT_MEMORY_DATA, 'xss/strings.jsonl');

/** Reads collected hostile strings for tests in a browser, which cannot read files. */
export function setup(project: TestProject): void {
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : [];
  project.provide('hostileStrings', encodeURIComponent(JSON.stringify(lines.map(textOf))));
  project.provide(
    'needsHostileStrings',
    lines.length > 0 ? '' : ` (skipped: no xss/strings.jsonl in AGENT_MEMORY_DATA)`,
  );
}

function textOf(line: string): string {
  const { text } = JSON.parse(line) as { readonly text: unknown };
  return String(text);
}
