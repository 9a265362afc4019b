import type { LocalFailure } from '@agent-memory/models';

/** The failure behind an error of ONNX Runtime, told from its words. */
export function startFailure(words: string, file: string): LocalFailure {
  if (isOutOfMemory(words)) return { kind: 'out-of-memory', problem: words };
  if (/protobuf parsing failed/i.test(words)) {
    return unsupported(`${file} is no ONNX model, or a part of one`);
  }
  if (/external data|model_path must not be empty/i.test(words)) {
    return unsupported('its weights lie in a second file, beside the one that was read');
  }
  if (/no available backend|initWasm|WebAssembly|wasm/i.test(words)) {
    const where = `Option \`runtime\` says where its file ort-wasm-simd-threaded.wasm lies; a Content-Security-Policy has to allow 'wasm-unsafe-eval'.`;
    const problem = `ONNX Runtime did not start: ${asSentence(words)} ${where}`;
    return { kind: 'device-unsupported', problem };
  }
  return unsupported(words.replace(/\.$/, ''));
}

export function isOutOfMemory(words: string): boolean {
  return /bad_alloc|out of memory|allocation failed|memory access out of bounds/i.test(words);
}

export function unsupported(problem: string): LocalFailure {
  return { kind: 'files-unreadable', problem: asSentence(problem) };
}

export function asSentence(words: string): string {
  return words.endsWith('.') ? words : `${words}.`;
}
