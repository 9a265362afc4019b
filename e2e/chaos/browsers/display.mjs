// @ts-check
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { undoneAtTheEnd } from '../left-behind.mjs';

/**
 * Starts a display that nobody looks at, for a browser that cannot do without.
 *
 * @returns {Promise<{ readonly name: string, readonly end: () => void }>}
 */
export async function startDisplay() {
  const child = spawn('Xvfb', ['-displayfd', '1', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const end = () => child.kill('SIGKILL');
  const isUndone = undoneAtTheEnd(end);
  const ended = once(child, 'exit').then(() => {
    throw new Error('Xvfb ended before it had a display.');
  });
  const [number] = await Promise.race([once(child.stdout, 'data'), ended]);
  ended.catch(() => isUndone());
  return { name: `:${String(number).trim()}`, end };
}
