import type { ModelFile, RemoteFile } from '@agent-memory/models/device';

/** The end of an address or a name of one file among several, as `llama-gguf-split` names them. */
const SPLIT = /-(\d{5})-of-(\d{5})(?=\.gguf(?:$|[?#]))/;

/** The files behind an address: all of them, if it is that of one among several. */
export function partsAt(url: string): readonly RemoteFile[] {
  const count = Number(SPLIT.exec(url)?.[2] ?? 1);
  if (count <= 1) return [partAt(url)];
  return Array.from({ length: count }, (_, place) => {
    const numbers = [place + 1, count].map((number) => String(number).padStart(5, '0'));
    return partAt(url.replace(SPLIT, `-${numbers.join('-of-')}`));
  });
}

/** The file at an address, named by the last part of its path. */
export function partAt(url: string): RemoteFile {
  const { pathname, host } = new URL(url);
  const name = pathname.slice(pathname.lastIndexOf('/') + 1) || host;
  return { name, url, content: 'gguf' };
}

/** Files that were chosen or dropped, in the order of the numbers in their names. */
export function partsOf(blobs: readonly Blob[]): readonly ModelFile[] {
  const parts = blobs.map((blob): ModelFile => {
    const name = blob instanceof File && blob.name !== '' ? blob.name : 'The file';
    return { name, blob, content: 'gguf' };
  });
  const numberOf = ({ name }: ModelFile): number => Number(SPLIT.exec(name)?.[1] ?? 0);
  return parts.toSorted((left, right) => numberOf(left) - numberOf(right));
}
