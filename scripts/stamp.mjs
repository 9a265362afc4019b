import { createHash } from 'node:crypto';

/**
 * How much of the workspace is installed. `playground` is what the page needs to be built and
 * served; `everything` adds the tests' and benchmarks' tools.
 *
 * @typedef {'playground' | 'everything'} InstallScope
 *
 * The manifests and lockfile of the last successful install.
 * @typedef {{ readonly digest: string, readonly scope: InstallScope }} InstallStamp
 */

/**
 * Reads the stamp an earlier install left. One that was cut off while it was written, or that says
 * something else, is no stamp: the install is done once more.
 *
 * @param {string} text
 * @returns {InstallStamp | undefined}
 */
export function parseStamp(text) {
  try {
    const { digest, scope } = JSON.parse(text) ?? {};
    const isScope = scope === 'playground' || scope === 'everything';
    return typeof digest === 'string' && isScope ? { digest, scope } : undefined;
  } catch {
    return undefined;
  }
}

/**
 * One digest over all files that decide what gets installed, whatever their order.
 *
 * @param {readonly { readonly path: string, readonly text: string }[]} files
 */
export function digestOf(files) {
  const hash = createHash('sha256');
  const sorted = [...files].sort((left, right) => (left.path < right.path ? -1 : 1));
  for (const { path, text } of sorted) hash.update(`${path}\0${text}\0`);
  return hash.digest('hex');
}

/**
 * How much to install: what was asked for, and never less than a person already had, since a
 * smaller install would take away their tools. What they installed by hand may be everything.
 *
 * @param {{ stamp: InstallStamp | undefined, isInstalled: boolean }} before
 * @param {InstallScope} asked
 */
export function scopeToInstall({ stamp, isInstalled }, asked) {
  const isByHand = isInstalled && stamp === undefined;
  return isByHand || stamp?.scope === 'everything' ? 'everything' : asked;
}

/**
 * Tells whether an earlier install still serves: the same files, and at least as much of the workspace.
 *
 * @param {InstallStamp | undefined} stamp
 * @param {InstallStamp} wanted
 */
export function isInstalled(stamp, wanted) {
  if (stamp?.digest !== wanted.digest) return false;
  return stamp.scope === 'everything' || stamp.scope === wanted.scope;
}
