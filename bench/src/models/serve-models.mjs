// @ts-check
import { createReadStream, readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

/** @typedef {import('node:http').IncomingMessage} IncomingMessage */
/** @typedef {import('node:http').ServerResponse} ServerResponse */

const TYPES = new Map([
  ['.wasm', 'application/wasm'],
  ['.json', 'application/json'],
]);

/**
 * Serves the models below `/weights/`, whole; below the name of a fault with that fault; and the
 * WebAssembly of the engines.
 *
 * @param {string} folder of the models
 * @returns {(request: IncomingMessage, response: ServerResponse) => boolean}
 */
export function serveModels(folder) {
  const engines = engineFiles();
  return ({ url = '/', method }, response) => {
    const { pathname } = new URL(url, 'http://localhost');
    const [, kind = '', ...rest] = pathname.split('/');
    const isHead = method === 'HEAD';
    const engine = engines.get(pathname);
    if (engine !== undefined) return give(response, engine, isHead);
    if (!KINDS.has(kind)) return false;
    const file = path.join(folder, path.normalize(`/${rest.join('/')}`));
    const spoil = isHead ? undefined : FAULTS.get(`${kind} ${path.basename(file)}`);
    if (spoil === undefined) return give(response, file, isHead);
    spoil(response, readFileSync(file));
    return true;
  };
}

const SHARD = 'params_shard_0.bin';

/** The fault of each broken file. @type {ReadonlyMap<string, (response: ServerResponse, bytes: Buffer) => void>} */
const FAULTS = new Map([
  [`truncated-weights ${SHARD}`, (response, bytes) => response.end(firstHalf(bytes))],
  [`missing-weights ${SHARD}`, (response) => response.writeHead(404).end()],
  ['wrong-library lib.wasm', (response) => response.end(EMPTY_MODULE)],
  [
    `stalling ${SHARD}`,
    (response, bytes) => {
      response.writeHead(200, { 'content-length': bytes.length });
      response.write(firstHalf(bytes));
    },
  ],
]);

const KINDS = new Set(['weights', ...[...FAULTS.keys()].map((key) => key.split(' ')[0])]);

/** A module of WebAssembly that does nothing. */
const EMPTY_MODULE = Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0);

/** @param {Buffer} bytes */
function firstHalf(bytes) {
  return bytes.subarray(0, bytes.length / 2);
}

/**
 * @param {ServerResponse} response
 * @param {string} file
 * @param {boolean} isHead
 */
function give(response, file, isHead) {
  const found = statSync(file, { throwIfNoEntry: false });
  if (!found?.isFile()) {
    response.writeHead(404).end();
    return true;
  }
  const type = TYPES.get(path.extname(file)) ?? 'application/octet-stream';
  response.writeHead(200, { 'content-length': found.size, 'content-type': type });
  if (isHead) response.end();
  else createReadStream(file).pipe(response);
  return true;
}

/** Where the packages keep the WebAssembly that an app's bundler would place. */
function engineFiles() {
  const inPackage = (/** @type {string} */ owner, /** @type {string} */ file) =>
    createRequire(import.meta.resolve(owner)).resolve(file);
  const onnx = path.dirname(inPackage('@agent-memory/embed', 'onnxruntime-web'));
  return new Map([
    ['/wllama.wasm', inPackage('@agent-memory/wllama', '@wllama/wllama/esm/wasm/wllama.wasm')],
    ['/ort.wasm', path.join(onnx, 'ort-wasm-simd-threaded.wasm')],
  ]);
}
