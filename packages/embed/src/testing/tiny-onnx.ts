// ONNX models of two steps, written as protocol buffers by hand: field numbers are those of onnx.proto.

/** The tensors of a model, as they stand in its file. */
interface TinyModel {
  /** Name of its one input of whole numbers, [batch, sequence]. */
  readonly input: string;
  /** Whether its output has a place for each token's vector: [batch, sequence, 1]. */
  readonly isByToken: boolean;
}

const INT64 = 7;
const FLOAT = 1;

/** A model whose output holds the numbers of its input, as floats. */
export function tinyOnnx({ input, isByToken }: TinyModel): Uint8Array<ArrayBuffer> {
  const cast = node('Cast', input, isByToken ? 'floats' : 'output', integer('to', FLOAT));
  const widen = node('Unsqueeze', 'floats', 'output', integers('axes', [2]));
  const graph = [
    ...field(1, cast),
    ...(isByToken ? field(1, widen) : []),
    ...text(2, 'tiny'),
    ...field(11, value(input, INT64, ['batch', 'sequence'])),
    ...field(12, value('output', FLOAT, ['batch', 'sequence', ...(isByToken ? ['one'] : [])])),
  ];
  // The steps of version 11 take their settings as attributes.
  return Uint8Array.from([...number(1, 6), ...field(7, graph), ...field(8, number(2, 11))]);
}

type Bytes = readonly number[];

function node(operation: string, input: string, output: string, attribute: Bytes): Bytes {
  return [...text(1, input), ...text(2, output), ...text(4, operation), ...field(5, attribute)];
}

function integer(name: string, given: number): Bytes {
  return [...text(1, name), ...number(3, given), ...number(20, 2)];
}

function integers(name: string, given: readonly number[]): Bytes {
  return [...text(1, name), ...given.flatMap((one) => number(8, one)), ...number(20, 7)];
}

function value(name: string, type: number, dimensions: readonly string[]): Bytes {
  const shape = dimensions.flatMap((dimension) => field(1, text(2, dimension)));
  const tensor = [...number(1, type), ...field(2, shape)];
  return [...text(1, name), ...field(2, field(1, tensor))];
}

function number(place: number, given: number): Bytes {
  return [...variable(place << 3), ...variable(given)];
}

function text(place: number, given: string): Bytes {
  return field(place, [...new TextEncoder().encode(given)]);
}

function field(place: number, content: Bytes): Bytes {
  return [...variable((place << 3) | 2), ...variable(content.length), ...content];
}

function variable(given: number): Bytes {
  return given < 0x80 ? [given] : [(given & 0x7f) | 0x80, ...variable(given >>> 7)];
}
