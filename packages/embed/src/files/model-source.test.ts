import { expect, test } from 'vitest';
import { fileAmong, filesAt } from './model-source.ts';

test('a file is found by its path in a folder, or by its name where it came alone', () => {
  const inFolder = (path: string) => ({
    name: path.slice(path.lastIndexOf('/') + 1),
    webkitRelativePath: path,
  });
  const files = [inFolder('minilm/old/config.json'), inFolder('minilm/config.json')];
  expect(fileAmong(files, 'onnx/model.onnx')).toBeUndefined();
  const nested = [inFolder('minilm/model.onnx'), inFolder('minilm/onnx/model.onnx')];
  expect(fileAmong(nested, 'onnx/model.onnx')).toBe(nested[1]);
  const single = [{ name: 'model.onnx', webkitRelativePath: '' }];
  expect(fileAmong(single, 'onnx/model.onnx')).toBe(single[0]);
});

test('files lie below the address of their model, with the hashes that were given', async () => {
  const source = { kind: 'address', baseUrl: 'https://example.org/m/' } as const;
  const sha256 = { 'onnx/model_quantized.onnx': '0'.repeat(64) };
  const files = await filesAt({ source, sha256 });
  expect(files).toHaveLength(4);
  expect(files.at(-1)).toEqual({
    name: 'onnx/model_quantized.onnx',
    url: 'https://example.org/m/onnx/model_quantized.onnx',
    content: 'bytes',
    sha256: '0'.repeat(64),
  });
});
