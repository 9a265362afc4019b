/** One file of a model: on a server, or here already. */
export type ModelPart =
  | { readonly kind: 'address'; readonly name: string; readonly url: string }
  | { readonly kind: 'blob'; readonly name: string; readonly blob: Blob };

/** The end of an address or a name of one file among several, as `llama-gguf-split` names them. */
const SPLIT = /-(\d{5})-of-(\d{5})(?=\.gguf(?:$|[?#]))/;

/** The files behind an address: all of them, if it is that of one among several. */
export function partsAt(url: string): readonly ModelPart[] {
  const count = Number(SPLIT.exec(url)?.[2] ?? 1);
  if (count <= 1) return [partAt(url)];
  return Array.from({ length: count }, (_, place) => {
    const numbers = [place + 1, count].map((number) => String(number).padStart(5, '0'));
    return partAt(url.replace(SPLIT, `-${numbers.join('-of-')}`));
  });
}

export function partAt(url: string): ModelPart {
  return { kind: 'address', name: fileNameOf(url), url };
}

/** Files that were chosen or dropped, in the order of the numbers in their names. */
export function partsOf(blobs: readonly Blob[]): readonly ModelPart[] {
  const parts = blobs.map((blob): ModelPart => {
    const name = blob instanceof File && blob.name !== '' ? blob.name : 'The file';
    return { kind: 'blob', name, blob };
  });
  return parts.toSorted((left, right) => numberOf(left) - numberOf(right));
}

/** The last part of an address's path. */
function fileNameOf(url: string): string {
  const { pathname, host } = new URL(url);
  return pathname.slice(pathname.lastIndexOf('/') + 1) || host;
}

function numberOf({ name }: ModelPart): number {
  return Number(SPLIT.exec(name)?.[1] ?? 0);
}
