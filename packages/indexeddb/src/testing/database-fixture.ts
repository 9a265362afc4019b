import type { SessionInfo } from '@agent-memory/core';
import type { DatabaseDump } from './database-dump.ts';
import type { JsonValue } from './json-of-values.ts';

/** The database of a release, and how that release itself read it. */
export interface DatabaseFixture {
  readonly database: DatabaseDump;
  readonly list: readonly SessionInfo[];
  /** Each session as `load` gave it, by its id. */
  readonly loaded: Readonly<Record<string, JsonValue>>;
}

/** The fixture as JSON, a record a line. */
export function fixtureText({ database, list, loaded }: DatabaseFixture): string {
  const stores = Object.entries(database.stores).map(([name, records]) => {
    return `${json(name)}:${lines('[', records.map(json), ']')}`;
  });
  const sessions = Object.entries(loaded).map(([id, session]) => `${json(id)}:${json(session)}`);
  const shapes = Object.entries(database.shapes ?? {}).map(([name, shape]) => {
    return `${json(name)}:${json(shape)}`;
  });
  return (
    `{"database":{"version":${database.version},"stores":${lines('{', stores, '}')},\n` +
    `"shapes":${lines('{', shapes, '}')}},\n` +
    `"list":${lines('[', list.map(json), ']')},\n` +
    `"loaded":${lines('{', sessions, '}')}}\n`
  );
}

function lines(open: string, items: readonly string[], close: string): string {
  return `${open}\n${items.join(',\n')}\n${close}`;
}

function json(value: unknown): string {
  return JSON.stringify(value);
}
