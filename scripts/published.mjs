import path from 'node:path';
import { Refusal } from './say.mjs';

/**
 * What all published packages say about where they come from; `scripts/publication.json`.
 *
 * @typedef {object} Publication
 * @property {string} repository address of its page
 * @property {string} author
 * @property {readonly string[]} keywords
 *
 * A package.json as it is read here.
 * @typedef {{ readonly [field: string]: unknown, readonly exports: Readonly<Record<string, unknown>> }} PublishedManifest
 */

/** No real address ends like this (RFC 2606). */
const PLACEHOLDER = /\.invalid\b/;

/**
 * @param {Publication} publication
 * @throws {Refusal} when a value still is a placeholder.
 */
export function refusePlaceholders(publication) {
  const open = Object.entries(publication)
    .filter(([, value]) => PLACEHOLDER.test(String(value)))
    .map(([field]) => field);
  if (open.length === 0) return;
  throw new Refusal(
    `Nothing was packed: scripts/publication.json has placeholders for ${open.join(' and ')}. Fill them in, and pack again.`,
  );
}

/**
 * Adds what a registry's page shows, and `main` and `types` for tools that do not read `exports`.
 *
 * @param {PublishedManifest} manifest
 * @param {Publication} publication
 * @param {string} directory of the package in the repository
 */
export function publishedManifest(manifest, { repository, author, keywords }, directory) {
  const entryPoint = /** @type {{ types: string, default: string }} */ (manifest.exports['.']);
  return {
    ...manifest,
    main: entryPoint.default,
    types: entryPoint.types,
    author,
    keywords,
    homepage: `${repository}/tree/HEAD/${directory}#readme`,
    bugs: `${repository}/issues`,
    repository: { type: 'git', url: `git+${repository}.git`, directory },
  };
}

/**
 * A page of a package whose relative links lead into the repository, as they do there.
 *
 * @param {string} page in Markdown
 * @param {Publication} publication
 * @param {string} directory of the package in the repository
 */
export function publishedPage(page, { repository }, directory) {
  return page.replaceAll(RELATIVE_LINK, (_, start, link) => {
    return `${start}${repository}/blob/HEAD/${path.posix.join(directory, link)})`;
  });
}

/** A link to a file: neither into the page itself nor to an address. */
const RELATIVE_LINK = /(\]\()(?!#|[a-z]+:)([^)\s]+)\)/g;
