import path from 'node:path';

/**
 * @typedef {import('../installed-packages.mjs').InstalledPackage} InstalledPackage
 * @typedef {import('../installed-packages.mjs').Manifest} Manifest
 *
 * A package as a lockfile describes it.
 * @typedef {Partial<Manifest> & { readonly version: string, readonly resolved?: string }} LockEntry
 */

/**
 * A lockfile for npm that names one version of every package that an app uses, however far away: the
 * versions that are installed in this workspace. It holds no addresses, so npm takes the registry it is
 * configured for. A clean install with npm fails where it finds that the file leaves anything open.
 *
 * @param {InstalledPackage} app
 * @param {ReadonlyMap<string, { readonly file: string, readonly manifest: Manifest }>} tarballs the
 *   packages that are installed from a file, by name, each with what it says of itself
 */
export function pinnedLockfile(app, tarballs) {
  const { name, version, dependencies, devDependencies } = app.manifest;
  /** @type {Record<string, LockEntry>} */
  const packages = {};
  for (const [place, installed] of placed(app)) {
    packages[place] = entryOf(installed, place, tarballs.get(installed.manifest.name));
  }
  return {
    name,
    version,
    lockfileVersion: 3,
    requires: true,
    packages: { '': { name, version, dependencies, devDependencies }, ...packages },
  };
}

/**
 * The folder of each package below the app: at the top where the name is free or is this very version,
 * else below the package that uses it.
 *
 * @param {InstalledPackage} app
 */
export function placed(app) {
  /** @type {Map<string, InstalledPackage>} */
  const places = new Map();
  const users = new Map([['', app]]);
  // A map is walked in the order of insertion, so packages placed on the way are walked too.
  for (const [place, user] of users) {
    for (const [name, used] of user.uses) {
      const found = visibleFrom(place, name, places);
      if (found === used) continue;
      if (found && isPeer(user, name)) throw new Error(clashOf(user, used, found));
      const ownPlace = below(found ? place : '', name);
      places.set(ownPlace, used);
      users.set(ownPlace, used);
    }
  }
  return places;
}

/**
 * Finds the package that another sees under a name: in its own folder, else in one around it.
 *
 * @param {string} place
 * @param {string} name
 * @param {ReadonlyMap<string, InstalledPackage>} places
 * @returns {InstalledPackage | undefined}
 */
function visibleFrom(place, name, places) {
  const found = places.get(below(place, name));
  if (found || place === '') return found;
  const around = place.slice(0, Math.max(0, place.lastIndexOf('/node_modules/')));
  return visibleFrom(around, name, places);
}

/**
 * @param {string} place
 * @param {string} name
 */
const below = (place, name) => path.posix.join(place, 'node_modules', name);

/**
 * @param {InstalledPackage} user
 * @param {string} name
 */
const isPeer = ({ manifest }, name) => manifest.peerDependencies?.[name] !== undefined;

/**
 * @param {InstalledPackage} installed
 * @param {string} place
 * @param {{ readonly file: string, readonly manifest: Manifest } | undefined} tarball
 * @returns {LockEntry}
 */
function entryOf(installed, place, tarball) {
  const manifest = tarball?.manifest ?? installed.manifest;
  const { bin, dependencies, optionalDependencies } = manifest;
  const { peerDependencies, peerDependenciesMeta } = manifest;
  const isOptional = (/** @type {string} */ name) => optionalDependencies?.[name] !== undefined;
  const isAlias = !place.endsWith(`node_modules/${manifest.name}`);
  return {
    ...(isAlias && { name: manifest.name }),
    version: manifest.version,
    ...(tarball && { resolved: `file:${tarball.file}` }),
    ...(bin && {
      bin: typeof bin === 'string' ? { [path.posix.basename(manifest.name)]: bin } : bin,
    }),
    ...(dependencies && { dependencies: only(dependencies, (name) => !isOptional(name)) }),
    ...(optionalDependencies && {
      optionalDependencies: only(optionalDependencies, (name) => installed.uses.has(name)),
    }),
    ...(peerDependencies && { peerDependencies }),
    ...(peerDependenciesMeta && { peerDependenciesMeta }),
  };
}

/**
 * @param {Readonly<Record<string, string>>} ranges
 * @param {(name: string) => boolean} isKept
 */
function only(ranges, isKept) {
  return Object.fromEntries(Object.entries(ranges).filter(([name]) => isKept(name)));
}

/**
 * @param {InstalledPackage} user
 * @param {InstalledPackage} used
 * @param {InstalledPackage} found
 */
function clashOf(user, used, found) {
  return `${user.manifest.name} was installed beside ${used.manifest.name} ${used.manifest.version}, and the app has ${found.manifest.version}: name one version in the catalog of pnpm-workspace.yaml.`;
}
