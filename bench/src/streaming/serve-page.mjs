// @ts-check
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import { bundleCode } from '../../../scripts/bundle-code.mjs';

const STYLE = 'body { font: 16px sans-serif } li { content-visibility: auto }';
const PAGE = `<!doctype html><meta charset="utf-8"><title>Streaming</title><style>${STYLE}</style>`;

/**
 * An empty page on a port of its own, and a file as a module beside it, bundled as for production.
 *
 * @param {URL} file
 */
export async function servePage(file) {
  const entry = fileURLToPath(file);
  const code = `export * from ${JSON.stringify(entry)};`;
  const chunks = await bundleCode({ folder: 'bench', code, external: [] });
  const files = new Map(chunks.map((chunk) => [`/${chunk.fileName}`, chunk.code]));
  const script = chunks.find(({ isEntry }) => isEntry);
  if (script === undefined) throw new Error('The page was bundled without its entry.');
  const server = createServer(({ url = '/' }, response) => {
    const code = files.get(url);
    const type = code === undefined ? 'text/html' : 'text/javascript';
    response.writeHead(200, { 'content-type': type }).end(code ?? PAGE);
  });
  await new Promise((resolve) => server.listen(0, 'localhost', () => resolve(undefined)));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The page has no port.');
  return {
    address: `http://localhost:${address.port}/`,
    script: `/${script.fileName}`,
    close: () => server.close(),
  };
}
