import { tinyModelFile } from './tiny-model.ts';

interface WeightList {
  readonly records: readonly {
    readonly records: readonly { readonly byteOffset: number; readonly nbytes: number }[];
  }[];
}

const FOLDER = 'resolve/main/';

/** A file of the tiny model as if each of its tensors had a file of its own, as larger models have many. */
export function inPieces(file: string): Uint8Array | undefined {
  const list = tinyModelFile(`${FOLDER}tensor-cache.json`);
  const weights = tinyModelFile(`${FOLDER}params_shard_0.bin`);
  // The list is that of the model, whose form is known.
  const { records } = JSON.parse(Buffer.from(list ?? []).toString()) as WeightList;
  const tensors = records.flatMap((shard) => shard.records);
  if (file === `${FOLDER}tensor-cache.json`) {
    const pieces = tensors.map((tensor, place) => ({
      dataPath: `piece_${place}.bin`,
      format: 'raw-shard',
      nbytes: tensor.nbytes,
      records: [{ ...tensor, byteOffset: 0 }],
    }));
    return Buffer.from(JSON.stringify({ metadata: {}, records: pieces }));
  }
  const [, place] = /piece_(\d+)\.bin$/.exec(file) ?? [];
  if (place === undefined) return tinyModelFile(file);
  const { byteOffset = 0, nbytes = 0 } = tensors[Number(place)] ?? {};
  return weights?.subarray(byteOffset, byteOffset + nbytes);
}
