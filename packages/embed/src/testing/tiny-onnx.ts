// ONNX models of one step, written as protocol buffers by hand: field numbers are those of onnx.proto.

/** The tensors of a model, as they stand in its file. */
interface TinyModel {
  /** Name of its one input of whole numbers, [batch, sequence]. */
  readonly input: string;
  /** Whether its output has a vector for each token: [batch, sequence, 128]. */
  readonly isByToken: boolean;
}

const INT64 = 7;
const FLOAT = 1;
const TOKENS = 4_096;
const DIMENSION = 128;

/**
 * A model of 2 MB that looks up a vector for each token in a table of numbers that lie all over the
 * place, or one that only turns its input into floats.
 */
export function tinyOnnx({ input, isByToken }: TinyModel): Uint8Array<ArrayBuffer> {
  const graph = isByToken
    ? [
        field(1, [
          ...text(1, 'table'),
          ...text(1, input),
          ...text(2, 'output'),
          ...text(4, 'Gather'),
        ]),
        text(2, 'tiny'),
        field(5, table()),
        field(11, value(input, INT64, ['batch', 'sequence'])),
        field(12, value('output', FLOAT, ['batch', 'sequence', 'dimension'])),
      ]
    : [
        field(1, [
          ...[text(1, input), text(2, 'output'), text(4, 'Cast')].flat(),
          ...field(5, [...text(1, 'to'), ...number(3, FLOAT), ...number(20, 2)]),
        ]),
        text(2, 'tiny'),
        field(11, value(input, INT64, ['batch', 'sequence'])),
        field(12, value('output', FLOAT, ['batch', 'sequence'])),
      ];
  return Uint8Array.from([...number(1, 6), ...field(7, graph.flat()), ...field(8, number(2, 13))]);
}

type Bytes = readonly number[];

function table(): Bytes {
  const values = new Float32Array(TOKENS * DIMENSION);
  let state = 1;
  for (let at = 0; at < values.length; at += 1) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
    values[at] = state / 2 ** 31;
  }
  const shape = [...number(1, TOKENS), ...number(1, DIMENSION), ...number(2, FLOAT)];
  return [shape, text(8, 'table'), field(9, Array.from(new Uint8Array(values.buffer)))].flat();
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
  return [variable((place << 3) | 2), variable(content.length), content].flat();
}

function variable(given: number): Bytes {
  return given < 0x80 ? [given] : [(given & 0x7f) | 0x80, ...variable(given >>> 7)];
}
