/** A value of a GGUF file's metadata, by the type that it is written as. */
export type Written =
  | { readonly type: 'u16' | 'u32' | 'i32' | 'f32'; readonly value: number }
  | { readonly type: 'bool'; readonly value: boolean }
  | { readonly type: 'text'; readonly value: string }
  | { readonly type: 'texts'; readonly values: readonly string[] }
  | { readonly type: 'f32s' | 'i32s'; readonly values: readonly number[] };

/** Numbers of 32 bits, the shape as llama.cpp says it: the length of a row first. */
export interface Tensor {
  readonly name: string;
  readonly shape: readonly number[];
  readonly values: Float32Array<ArrayBuffer>;
}

const VERSION = 3;
const ALIGNMENT = 32;
const F32_TENSOR = 0;
const TYPES = {
  u16: 2,
  u32: 4,
  i32: 5,
  i32s: 5,
  f32: 6,
  f32s: 6,
  bool: 7,
  text: 8,
  texts: 8,
} as const;
const LIST = 9;

/** A whole GGUF file. */
export function ggufBytes(
  metadata: Readonly<Record<string, Written>>,
  tensors: readonly Tensor[],
): Uint8Array<ArrayBuffer> {
  const entries = Object.entries(metadata);
  const head = joined([
    new TextEncoder().encode('GGUF'),
    u32(VERSION),
    u64(tensors.length),
    u64(entries.length),
    ...entries.flatMap(([key, written]) => [text(key), ...writtenValue(written)]),
    ...described(tensors),
  ]);
  return joined([padded(head), ...tensors.map(({ values }) => padded(bytesOf(values)))]);
}

function writtenValue(written: Written): Uint8Array<ArrayBuffer>[] {
  const type = u32(TYPES[written.type]);
  switch (written.type) {
    case 'u32':
      return [type, u32(written.value)];
    case 'u16':
      return [type, bytesOf(Uint16Array.of(written.value))];
    case 'i32':
      return [type, bytesOf(Int32Array.of(written.value))];
    case 'f32':
      return [type, bytesOf(Float32Array.of(written.value))];
    case 'bool':
      return [type, Uint8Array.of(Number(written.value))];
    case 'text':
      return [type, text(written.value)];
    case 'texts':
      return [u32(LIST), type, u64(written.values.length), ...written.values.map(text)];
    case 'f32s':
      return [
        u32(LIST),
        type,
        u64(written.values.length),
        bytesOf(Float32Array.from(written.values)),
      ];
    case 'i32s':
      return [
        u32(LIST),
        type,
        u64(written.values.length),
        bytesOf(Int32Array.from(written.values)),
      ];
  }
}

function described(tensors: readonly Tensor[]): Uint8Array<ArrayBuffer>[] {
  let offset = 0;
  return tensors.map(({ name, shape, values }) => {
    const place = offset;
    offset += Math.ceil(values.byteLength / ALIGNMENT) * ALIGNMENT;
    return joined([text(name), u32(shape.length), ...shape.map(u64), u32(F32_TENSOR), u64(place)]);
  });
}

function text(value: string): Uint8Array<ArrayBuffer> {
  const bytes = new TextEncoder().encode(value);
  return joined([u64(bytes.length), bytes]);
}

function u32(value: number): Uint8Array<ArrayBuffer> {
  return bytesOf(Uint32Array.of(value));
}

function u64(value: number): Uint8Array<ArrayBuffer> {
  return bytesOf(BigUint64Array.of(BigInt(value)));
}

function bytesOf({ buffer }: { readonly buffer: ArrayBuffer }): Uint8Array<ArrayBuffer> {
  return new Uint8Array(buffer);
}

function padded(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  return joined([bytes, new Uint8Array(-bytes.length & (ALIGNMENT - 1))]);
}

function joined(pieces: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(pieces.reduce((length, piece) => length + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}
