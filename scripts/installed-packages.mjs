import { existsSync, readFileSync, realpathSync } from 'node:fs';
import path from 'node:path';

/**
 * The part of a package.json that decides what is installed.
 *
 * @typedef {object} Manifest
 * @property {string} name
 * @property {string} version
 * @property {string | Readonly<Record<string, string>>} [bin]
 * @property {Readonly<Record<string, string>>} [dependencies]
 * @property {Readonly<Record<string, string>>} [devDependencies] installed for the app itself only
 * @property {Readonly<Record<string, string>>} [optionalDependencies]
 * @property {Readonly<Record<string, string>>} [peerDependencies]
 * @property {Readonly<Record<string, { readonly optional?: boolean }>>} [peerDependenciesMeta]
 *
 * A package with the packages it finds under the names it asks for. Optional ones that are not
 * installed are left out, such as binaries for other machines.
 * @typedef {object} InstalledPackage
 * @property {Manifest} manifest
 * @property {string} folder
 * @property {Map<string, InstalledPackage>} uses
 */

/**
 * An app of this workspace with everything it uses, however far away, as pnpm installed it from the
 * lockfile. A package of the workspace finds its peers in the app, as it would once it is published.
 *
 * @param {string} appFolder
 * @returns {InstalledPackage}
 * @throws where something that is needed is not installed.
 */
export function readInstalled(appFolder) {
  /** @type {Map<string, InstalledPackage>} */
  const known = new Map();
  const app = read(realpathSync(appFolder));
  // A map is walked in the order of insertion, so packages added on the way are walked too.
  for (const user of known.values()) {
    for (const { name, isOptional, isPeer } of wishesOf(user, user === app)) {
      const isOurs = !user.folder.includes(`${path.sep}node_modules${path.sep}`);
      const folder = findPackage(isPeer && isOurs ? app.folder : user.folder, name);
      if (folder) user.uses.set(name, read(folder));
      else if (!isOptional) throw new Error(absenceOf(name, user));
    }
  }
  return app;

  /** @param {string} folder */
  function read(folder) {
    const installed = known.get(folder) ?? {
      manifest: readManifest(folder),
      folder,
      uses: new Map(),
    };
    known.set(folder, installed);
    return installed;
  }
}

/**
 * The names a package asks for. Optional peers are not among them: they are there when somebody else
 * asks for them.
 *
 * @param {InstalledPackage} installed
 * @param {boolean} isApp
 */
function wishesOf({ manifest }, isApp) {
  const { dependencies, devDependencies, optionalDependencies, peerDependencies } = manifest;
  const isNeeded = (/** @type {string} */ name) => !manifest.peerDependenciesMeta?.[name]?.optional;
  const optional = Object.keys(optionalDependencies ?? {});
  const needed = Object.keys({ ...dependencies, ...(isApp ? devDependencies : {}) });
  return [
    ...needed.map((name) => ({ name, isOptional: optional.includes(name), isPeer: false })),
    ...optional.map((name) => ({ name, isOptional: true, isPeer: false })),
    ...Object.keys(peerDependencies ?? {})
      .filter(isNeeded)
      .map((name) => ({ name, isOptional: false, isPeer: true })),
  ];
}

/**
 * The folder of a package as Node would find it.
 *
 * @param {string} from
 * @param {string} name
 * @returns {string | undefined}
 */
function findPackage(from, name) {
  const modules = path.basename(from) === 'node_modules' ? from : path.join(from, 'node_modules');
  const candidate = path.join(modules, name);
  if (existsSync(candidate)) return realpathSync(candidate);
  const above = path.dirname(from);
  return above === from ? undefined : findPackage(above, name);
}

/** @param {string} folder */
function readManifest(folder) {
  return JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
}

/**
 * @param {string} name
 * @param {InstalledPackage} user
 */
function absenceOf(name, { manifest }) {
  return `${manifest.name} needs ${name}, which is not installed: name it in the package.json of the app or of the package that needs it, and install anew.`;
}
