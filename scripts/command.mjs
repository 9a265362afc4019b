import { spawn } from 'node:child_process';
import { root } from './repository.mjs';

/**
 * @typedef {object} CommandOptions
 * @property {string} [cwd] the repository's root by default
 * @property {Record<string, string | undefined>} [env] added to ours; `undefined` takes a name away
 * @property {'shown' | 'progress' | 'hidden' | 'through'} [output] what becomes of its output: all of
 *   it, only its stdout, or nothing is shown on our stderr and all of it is returned; or it goes
 *   through to our own stdout and stderr, and nothing is returned
 */

/**
 * Runs a program to its end. Never rejects: a program that cannot be started gives exit code 127.
 *
 * @param {string} file
 * @param {readonly string[]} commandArguments
 * @param {CommandOptions} [options]
 * @returns {Promise<{ exitCode: number, output: string, stdout: string }>}
 */
export function runCommand(file, commandArguments, options = {}) {
  const { cwd = root, env = {}, output = 'shown' } = options;
  return new Promise((resolve) => {
    const child = spawn(file, commandArguments, {
      cwd,
      env: { ...process.env, ...env },
      stdio: output === 'through' ? 'inherit' : ['ignore', 'pipe', 'pipe'],
      shell: process.platform === 'win32',
    });
    let text = '';
    let stdout = '';
    const collect = (
      /** @type {import('node:stream').Readable | null} */ stream,
      /** @type {boolean} */ isShown,
    ) => {
      stream?.setEncoding('utf8').on('data', (chunk) => {
        text += chunk;
        if (isShown) process.stderr.write(chunk);
      });
    };
    child.stdout?.on('data', (chunk) => {
      stdout += chunk;
    });
    collect(child.stdout, output === 'shown' || output === 'progress');
    collect(child.stderr, output === 'shown');
    child.on('error', (error) =>
      resolve({ exitCode: 127, output: `${text}${error.message}\n`, stdout }),
    );
    child.on('close', (code) => resolve({ exitCode: code ?? 1, output: text, stdout }));
  });
}
