import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { expect } from '@playwright/test';

/** An app that a program serves. */
export interface ServedApp {
  readonly address: string;
  stop(): Promise<void>;
}

/** How an app is served: by a program that listens on this port of localhost. */
export interface Serving {
  readonly port: string;
  readonly program: string;
  readonly programArguments: readonly string[];
  readonly folder: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** Serves what vite built in a folder, with the vite of that folder. */
export function vitePreview({
  folder,
  port,
  previewArguments = [],
}: Pick<Serving, 'folder' | 'port'> & {
  readonly previewArguments?: readonly string[];
}): Serving {
  const where = ['--host', 'localhost', '--port', port, '--strictPort'];
  return {
    port,
    program: viteOf(folder),
    programArguments: ['preview', ...previewArguments, ...where],
    folder,
  };
}

/** The vite that is installed in a folder. */
export function viteOf(folder: string): string {
  return path.join(folder, 'node_modules', '.bin', 'vite');
}

/** Starts the program, and returns the app when it answers. */
export async function serveApp(serving: Serving): Promise<ServedApp> {
  const { port, program, programArguments, folder, env } = serving;
  // The runner of the tests has one of its own, by which apps would be built and served otherwise.
  const { NODE_ENV: _, ...inherited } = process.env;
  const child = spawn(program, programArguments, {
    cwd: folder,
    env: { ...inherited, NEXT_TELEMETRY_DISABLED: '1', PORT: port, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const output = collected(child);
  const address = `http://localhost:${port}/`;
  try {
    await expect(async () => {
      expect(child.exitCode, output()).toBeNull();
      expect((await fetch(address)).status).toBe(200);
    }).toPass();
  } catch (error) {
    await stopped(child);
    throw error;
  }
  return { address, stop: () => stopped(child) };
}

function collected(child: ChildProcess): () => string {
  let text = '';
  child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
  });
  return () => text;
}

async function stopped(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGTERM');
  await gone;
}
