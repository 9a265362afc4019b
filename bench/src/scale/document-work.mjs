// @ts-check
import { longProse } from './large-texts.mjs';

/**
 * The input of the page of this work.
 *
 * @typedef {object} DocumentLibrary
 * @property {typeof import('@agent-memory/documents').createDocuments} createDocuments
 * @property {typeof import('@agent-memory/documents/pdf').pdfReader} pdfReader
 * @property {typeof import('@agent-memory/indexeddb/long-term').indexedDbRecordStore} indexedDbRecordStore
 * @property {typeof import('../../../packages/documents/src/testing/small-pdf.ts').smallPdf} smallPdf
 */
/** @typedef {import('@agent-memory/documents').Documents} Documents */
/** @typedef {import('@agent-memory/documents').DocumentInput} DocumentInput */

const MEGABYTE = 1_000_000;
const SECTION_BYTES = 5_000;
const LINES_PER_PAGE = 40;
const SEARCHES = 20;

/**
 * Work with documents: prepares it, and gives what does it.
 *
 * @type {Readonly<Record<import('./long-work.mjs').DocumentWork, (n: number, library: DocumentLibrary) => Promise<() => Promise<void>>>>}
 */
export const DOCUMENT_WORK = {
  documentMarkdown: (n, library) => adding(library, { name: 'minutes.md', content: markdown(n) }),
  documentHtml: (n, library) => adding(library, { name: 'minutes.html', content: html(n) }),
  documentPdf: (n, library) => adding(library, { name: 'minutes.pdf', content: pdf(n, library) }),
  documentSearch: async (n, library) => {
    const documents = await emptyPlace(library);
    await added(documents, { name: 'minutes.md', content: markdown(n) });
    return async () => {
      for (let search = 0; search < SEARCHES; search += 1) {
        const text = `What was decided in case ${search * 37} about the flood?`;
        const { hits } = await documents.search({ text });
        if (hits.length === 0) throw new Error('A question found nothing.');
      }
    };
  },
};

/**
 * @param {DocumentLibrary} library
 * @param {DocumentInput} input
 */
async function adding(library, input) {
  const documents = await emptyPlace(library);
  return () => added(documents, input);
}

/** @param {DocumentLibrary} library */
async function emptyPlace({ createDocuments, pdfReader, indexedDbRecordStore }) {
  const store = indexedDbRecordStore({ databaseName: 'documents' });
  const documents = createDocuments({ store, pdf: pdfReader() });
  await documents.ready;
  return documents;
}

/**
 * @param {Documents} documents
 * @param {DocumentInput} input
 */
async function added(documents, input) {
  const outcome = await documents.add(input);
  if (outcome.kind === 'refused') throw new Error(outcome.refusal.sentence);
}

/**
 * Sections with paragraphs, lists, a table, code and a little raw HTML.
 *
 * @param {number} megabytes
 */
function markdown(megabytes) {
  return sectionsOf(megabytes, (seed, prose) =>
    [
      `## Meeting ${seed}`,
      prose,
      `- the roof (${seed})\n- the lease\n  - its end`,
      `| case | day |\n| --- | --- |\n| ${seed} | ${seed % 365} |`,
      `\`\`\`\ncase ${seed}\n\`\`\``,
      `Adopted by <b>all</b>, case ${seed}.`,
    ].join('\n\n'),
  ).join('\n\n');
}

/**
 * A page with styles, a script, lists and tables, as pages are.
 *
 * @param {number} megabytes
 */
function html(megabytes) {
  const sections = sectionsOf(megabytes, (seed, prose) => {
    const paragraphs = prose.split('\n\n').map((text) => `<p class="text">${text}</p>`);
    return [
      `<section id="s${seed}"><h2>Meeting ${seed}</h2>`,
      ...paragraphs,
      `<ul><li>the roof (${seed})</li><li>the <a href="#s1">lease</a></li></ul>`,
      `<table><tr><th>case</th><th>day</th></tr><tr><td>${seed}</td><td>${seed % 365}</td></tr></table>`,
      `<p style="display:none">unseen ${seed}</p><script>run(${seed})</script></section>`,
    ].join('\n');
  });
  const styles = Array.from({ length: 500 }, (_, at) => `.c${at} { color: #123; margin: ${at}px }`);
  return `<!doctype html><title>Minutes</title><style>${styles.join('\n')}</style><main>${sections.join('\n')}</main>`;
}

/**
 * @param {number} megabytes
 * @param {(seed: number, prose: string) => string} sectionOf
 */
function sectionsOf(megabytes, sectionOf) {
  return Array.from({ length: Math.ceil((megabytes * MEGABYTE) / SECTION_BYTES) }, (_, index) =>
    sectionOf(index + 1, longProse(index + 1, SECTION_BYTES)),
  );
}

/**
 * @param {number} pages
 * @param {DocumentLibrary} library
 */
function pdf(pages, { smallPdf }) {
  return smallPdf(
    Array.from({ length: pages }, (_, page) => ({
      lines: [
        { text: `Meeting ${page + 1}`, size: 20 },
        ...Array.from({ length: LINES_PER_PAGE }, (_, line) => ({
          text: `Case ${page * LINES_PER_PAGE + line}: they agreed to the lease, and to the fare.`,
        })),
      ],
    })),
  );
}
