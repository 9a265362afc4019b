import type { EmbedderFailure } from '../errors/embedder-failure.ts';

/** The failure behind an error of ONNX Runtime, told from its words. */
export function startFailure(words: string, file: string, place: string): EmbedderFailure {
  if (isOutOfMemory(words)) return { kind: 'out-of-memory' };
  if (/protobuf parsing failed/i.test(words)) {
    const found = 'no ONNX model, or a part of one';
    return { kind: 'file-unreadable', file, place, found };
  }
  if (/external data|model_path must not be empty/i.test(words)) {
    return unsupported('its weights lie in a second file, beside the one that was read');
  }
  if (/no available backend|initWasm|WebAssembly|wasm/i.test(words)) {
    return { kind: 'runtime-unavailable', problem: asSentence(words) };
  }
  return unsupported(words.replace(/\.$/, ''));
}

export function isOutOfMemory(words: string): boolean {
  return /bad_alloc|out of memory|allocation failed|memory access out of bounds/i.test(words);
}

export function unsupported(problem: string): EmbedderFailure {
  return { kind: 'model-unsupported', problem };
}

export function asSentence(words: string): string {
  return words.endsWith('.') ? words : `${words}.`;
}
