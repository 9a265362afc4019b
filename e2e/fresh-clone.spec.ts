import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@playwright/test';

const root = fileURLToPath(new URL('..', import.meta.url));
/** Folders that no clone has. */
const NOT_CLONED = new Set(['node_modules', 'dist', '.cache', '.git', 'test-results']);

test('a fresh clone starts with nothing but Node and npm: what `npm start` installs is enough', async ({
  page,
}) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'agent-memory-clone-'));
  let server: ChildProcess | undefined;
  try {
    await cp(root, folder, {
      recursive: true,
      filter: (source) => !NOT_CLONED.has(path.basename(source)),
    });
    server = spawn(process.execPath, ['scripts/run.mjs', 'start', '--port', '4610'], {
      cwd: folder,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    await page.goto(await addressSaidBy(server));
    await expect(page.getByRole('heading', { name: 'agent-memory playground' })).toBeVisible();
  } finally {
    await stop(server);
    await rm(folder, { recursive: true, force: true });
  }
});

/** The address that the command prints; what it said instead where it ends without one. */
async function addressSaidBy(server: ChildProcess): Promise<string> {
  if (!server.stdout || !server.stderr) throw new Error('The command can be read.');
  const said: string[] = [];
  createInterface({ input: server.stderr }).on('line', (line) => said.push(line));
  for await (const line of createInterface({ input: server.stdout })) {
    said.push(line);
    const [, address] = /^The playground is at (\S+)/.exec(line) ?? [];
    if (address !== undefined) return address;
  }
  throw new Error(`It printed no address:\n${said.join('\n')}`);
}

/** The command with all that it started. */
async function stop(server: ChildProcess | undefined): Promise<void> {
  if (server?.pid === undefined || server.exitCode !== null) return;
  const ended = once(server, 'exit');
  process.kill(-server.pid, 'SIGTERM');
  await ended;
}
