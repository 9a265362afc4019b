import type { ModelFile } from './model-files.ts';

const WASM_BEGINNING = [0x00, 0x61, 0x73, 0x6d];

/** Why these bytes are not the file, as a sentence; `undefined` where they may be. */
export function contentProblem(
  { name, content }: ModelFile,
  bytes: ArrayBuffer,
): string | undefined {
  if (content === 'wasm') {
    const beginning = new Uint8Array(bytes, 0, Math.min(4, bytes.byteLength));
    const isWasm = WASM_BEGINNING.every((byte, place) => beginning[place] === byte);
    return isWasm ? undefined : `${name} is no WebAssembly${webPageHint(bytes)}.`;
  }
  if (content === 'json' && jsonIn(bytes) === undefined) {
    return `${name} is no JSON${webPageHint(bytes)}.`;
  }
  return undefined;
}

/** The value of a text of JSON; `undefined` where it is none. */
export function jsonIn(bytes: ArrayBuffer): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return undefined;
  }
}

function webPageHint(bytes: ArrayBuffer): string {
  const beginning = new TextDecoder().decode(bytes.slice(0, 200)).trimStart();
  return beginning.startsWith('<') ? ', but a web page' : '';
}
