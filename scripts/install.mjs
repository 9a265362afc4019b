import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { runCommand } from './command.mjs';
import { inRepository, readJson } from './repository.mjs';
import { Refusal, say } from './say.mjs';
import { digestOf, isInstalled, parseStamp, scopeToInstall } from './stamp.mjs';

const stampFile = inRepository('node_modules', '.agent-memory-install.json');

/** What only development, tests and benchmarks need stays out of `npm start`. */
const scopeArguments = {
  playground: ['--prod', '--filter', '@agent-memory/playground...'],
  everything: [],
};

/**
 * Installs what the lockfile names, unless an earlier install from the same files still serves.
 *
 * @param {import('./stamp.mjs').InstallScope} scope
 */
export async function install(scope) {
  const stamp = readStamp();
  const wanted = { digest: digestOf(decidingFiles()), scope: scopeToInstall(stamp, scope) };
  if (isInstalled(stamp, wanted)) return;
  say('Installing packages; the first time this takes about a minute …');
  await runPnpm([
    'install',
    '--frozen-lockfile',
    '--reporter=append-only',
    ...scopeArguments[wanted.scope],
  ]);
  mkdirSync(inRepository('node_modules'), { recursive: true });
  writeFileSync(stampFile, `${JSON.stringify(wanted)}\n`);
}

/**
 * Runs the pnpm that package.json pins, fetched by npm where it is not there yet.
 *
 * @param {readonly string[]} pnpmArguments
 * @param {{ quiet?: boolean }} [options] a quiet run shows no progress
 */
export async function runPnpm(pnpmArguments, { quiet = false } = {}) {
  const { packageManager } = readJson('package.json');
  const { exitCode, output } = await runCommand(
    process.platform === 'win32' ? 'npx.cmd' : 'npx',
    ['--yes', packageManager, ...pnpmArguments],
    {
      env: {
        // `npm run -s` silences every npm and pnpm below it, their errors included.
        npm_config_loglevel: undefined,
        npm_config_fetch_retry_mintimeout: '1000',
        // Set to production it would leave out the development dependencies.
        NODE_ENV: undefined,
      },
      output: quiet ? 'hidden' : 'progress',
    },
  );
  if (exitCode === 0) return;
  const cause = installFailure(output);
  if (cause === undefined) say(output);
  throw new Refusal(
    cause ?? `"pnpm ${pnpmArguments.join(' ')}" failed; its own words stand above.`,
  );
}

const noNetwork =
  /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ENETUNREACH|ETIMEDOUT|ERR_SOCKET_TIMEOUT|META_FETCH_FAIL/;

/**
 * The one sentence for a failed install, where its output tells a cause that has one.
 *
 * @param {string} output
 */
export function installFailure(output) {
  if (noNetwork.test(output)) {
    return 'The packages could not be downloaded because the package registry cannot be reached: connect to the network and run the command again.';
  }
  if (/ENOSPC/.test(output)) {
    return 'The packages could not be installed because the disk is full: free some space and run the command again.';
  }
  if (/OUTDATED_LOCKFILE/.test(output)) {
    return 'pnpm-lock.yaml does not fit the package.json files: run "pnpm install" and commit the lockfile.';
  }
  return undefined;
}

function readStamp() {
  return existsSync(stampFile) ? parseStamp(readFileSync(stampFile, 'utf8')) : undefined;
}

function decidingFiles() {
  const manifests = [
    'package.json',
    ...['packages', 'apps', 'examples', 'tools'].flatMap(manifestsUnder),
    'e2e/package.json',
    'bench/package.json',
  ];
  const files = [...manifests, 'pnpm-workspace.yaml', 'pnpm-lock.yaml'].filter((file) =>
    existsSync(inRepository(file)),
  );
  return [
    ...files.map((file) => ({ path: file, text: readFileSync(inRepository(file), 'utf8') })),
    // Native binaries differ from machine to machine.
    { path: 'machine', text: `${process.platform} ${process.arch}` },
  ];
}

/** @param {string} folder */
function manifestsUnder(folder) {
  return readdirSync(inRepository(folder)).map((name) => `${folder}/${name}/package.json`);
}
