/** The place of a model's files; it can be sent to a worker as it is. */
export type ModelSource =
  | { readonly kind: 'address'; readonly baseUrl: string }
  | { readonly kind: 'files'; readonly files: readonly File[] }
  | { readonly kind: 'folder'; readonly folder: FileSystemDirectoryHandle };

/** Names of the files beside the weights, as sentence models are published. */
export const CONFIG_FILE = 'config.json';
export const TOKENIZER_FILE = 'tokenizer.json';
export const TOKENIZER_CONFIG_FILE = 'tokenizer_config.json';

/** All files of a model, the weights last. */
export function filesOf(modelFile: string): readonly string[] {
  return [CONFIG_FILE, TOKENIZER_FILE, TOKENIZER_CONFIG_FILE, modelFile];
}

/** The place of a file in words or as an address. */
export function placeOf(source: ModelSource, file: string): string {
  switch (source.kind) {
    case 'address':
      return new URL(file, source.baseUrl).href;
    case 'files':
      return 'the files that were given';
    case 'folder':
      return `the folder “${source.folder.name}”`;
    default:
      return source satisfies never;
  }
}

/**
 * The file of a path among those of a dropped or chosen folder. The path within the folder counts;
 * files that were chosen singly have their names alone.
 */
export function fileAmong<Given extends Pick<File, 'name' | 'webkitRelativePath'>>(
  files: readonly Given[],
  path: string,
): Given | undefined {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return (
    files.find(({ webkitRelativePath }) => `/${webkitRelativePath ?? ''}`.endsWith(`/${path}`)) ??
    files.find((file) => file.name === name && !file.webkitRelativePath)
  );
}

/** The file of a path below a folder; `undefined` where there is none. */
export async function fileBelow(
  folder: FileSystemDirectoryHandle,
  path: string,
): Promise<File | undefined> {
  const names = path.split('/');
  const name = names.pop() ?? '';
  try {
    let place = folder;
    for (const step of names) place = await place.getDirectoryHandle(step);
    return await (await place.getFileHandle(name)).getFile();
  } catch (error) {
    const isMissing =
      error instanceof DOMException &&
      (error.name === 'NotFoundError' || error.name === 'TypeMismatchError');
    if (isMissing) return undefined;
    throw error;
  }
}
