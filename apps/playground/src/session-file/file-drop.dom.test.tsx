import { cleanup, fireEvent, render } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { FileDrop } from './file-drop.tsx';

afterEach(cleanup);

test('all files of one drop are handed on, in their order', () => {
  const told: string[][] = [];
  render(<FileDrop onFiles={(files) => told.push(files.map(({ name }) => name))} />);
  const files = [new File(['x'], 'a.gguf'), new File(['x'], 'b.gguf')];
  fireEvent.drop(document, { dataTransfer: { types: ['Files'], files } });
  expect(told).toEqual([['a.gguf', 'b.gguf']]);
});
