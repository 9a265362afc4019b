import { errorText } from '@agent-memory/core/internal';
import { downloadFailed, EngineFailure } from '@agent-memory/models/device';

const MAGIC = [0x00, 0x61, 0x73, 0x6d];
/** A module without content: a page that may not compile it may compile none. */
const EMPTY_MODULE = Uint8Array.of(...MAGIC, 1, 0, 0, 0);

/** The address under which an app's bundler serves llama.cpp's WebAssembly. */
export function bundledWasmUrl(): string {
  // Bundlers find the file by this very form.
  return new URL('@wllama/wllama/esm/wasm/wllama.wasm', import.meta.url).href;
}

/**
 * Looks whether the file is where it should be, ahead of the worker: there a file
 * that is missing ends nothing, and the load would wait for ever.
 *
 * @throws EngineFailure; the signal's reason when it aborts.
 */
export async function checkWasmFile(url: string, signal: AbortSignal): Promise<void> {
  const file = url.slice(url.lastIndexOf('/') + 1).replace(/[?#].*$/, '') || url;
  try {
    const response = await fetch(url, { signal });
    if (!response.ok)
      throw downloadFailed(file, `The server answers with status ${response.status}.`);
    const reader = response.body?.getReader();
    const beginning = (await reader?.read())?.value ?? new Uint8Array();
    // The worker fetches it whole, from the browser's cache where there is one.
    reader?.cancel().catch(() => undefined);
    if (MAGIC.every((byte, place) => beginning[place] === byte)) return;
    throw downloadFailed(
      file,
      'Something else is in its place; option `wasmUrl` says where it is.',
    );
  } catch (error) {
    signal.throwIfAborted();
    throw error instanceof EngineFailure
      ? error
      : downloadFailed(file, `${errorText(error)}.`, error);
  }
}

/**
 * Looks whether the page may compile WebAssembly, which its Content-Security-Policy decides.
 *
 * @throws EngineFailure of kind `device-unsupported`
 */
export function checkCompiling(): void {
  try {
    new WebAssembly.Module(EMPTY_MODULE);
  } catch (error) {
    const problem = `This page may not compile WebAssembly; its Content-Security-Policy needs 'wasm-unsafe-eval'. ${errorText(error)}`;
    throw new EngineFailure({ kind: 'device-unsupported', problem }, { cause: error });
  }
}
