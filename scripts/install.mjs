import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { runPnpm } from './package-managers.mjs';
import { inRepository } from './repository.mjs';
import { say } from './say.mjs';
import { digestOf, isInstalled, parseStamp, scopeToInstall } from './stamp.mjs';

const stampFile = inRepository('node_modules', '.agent-memory-install.json');

/** Written by pnpm when an install is done. */
const pnpmsOwnFile = inRepository('node_modules', '.modules.yaml');

/** Packages that only development, tests and benchmarks need stay out of `npm start`. */
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
  const before = { stamp, isInstalled: existsSync(pnpmsOwnFile) };
  const wanted = { digest: digestOf(decidingFiles()), scope: scopeToInstall(before, scope) };
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

function readStamp() {
  return existsSync(stampFile) ? parseStamp(readFileSync(stampFile, 'utf8')) : undefined;
}

function decidingFiles() {
  const manifests = [
    'package.json',
    ...['packages', 'apps', 'examples', 'tools'].flatMap(manifestsUnder),
    'e2e/package.json',
    'e2e/outside-app/package.json',
    'bench/package.json',
    'clients/package.json',
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
