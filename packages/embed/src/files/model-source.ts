import { type ModelFile, unreadable } from '@agent-memory/models/device';

/** The place of a model's files; it can be sent to a worker as it is. */
export type ModelSource =
  | { readonly kind: 'address'; readonly baseUrl: string }
  | { readonly kind: 'files'; readonly files: readonly File[] }
  | { readonly kind: 'folder'; readonly folder: FileSystemDirectoryHandle };

/** Hashes of a model's files, in hexadecimal, by their paths. */
export type FileHashes = Readonly<Record<string, string>>;

/** Names of the files, as sentence models are published. */
const CONFIG_FILE = 'config.json';
export const TOKENIZER_FILE = 'tokenizer.json';
const TOKENIZER_CONFIG_FILE = 'tokenizer_config.json';
export const MODEL_FILE = 'onnx/model_quantized.onnx';

/** Where a model's files are, and their hashes. */
export interface ModelPlace {
  readonly source: ModelSource;
  readonly sha256: FileHashes;
}

/** All that a thread has to know to run a model; it can be sent to a worker. */
export interface ModelSettings extends ModelPlace {
  /** Address or bytes of ONNX Runtime's WebAssembly. Default: where the bundler put it. */
  readonly runtime?: string | Uint8Array<ArrayBuffer>;
}

/** All files of a model, the weights last. @throws EngineFailure naming the first that was not given. */
export function filesAt(place: ModelPlace): Promise<readonly ModelFile[]> {
  const names = [CONFIG_FILE, TOKENIZER_FILE, TOKENIZER_CONFIG_FILE, MODEL_FILE];
  return Promise.all(names.map((name) => fileAt(place, name)));
}

async function fileAt({ source, sha256: hashes }: ModelPlace, name: string): Promise<ModelFile> {
  const content = name.endsWith('.json') ? 'json' : 'bytes';
  if (source.kind === 'address') {
    const { [name]: sha256 } = hashes;
    const url = new URL(name, source.baseUrl).href;
    return { name, url, content, ...(sha256 !== undefined && { sha256 }) };
  }
  const blob =
    source.kind === 'files' ? fileAmong(source.files, name) : await fileBelow(source.folder, name);
  if (blob) return { name, blob, content };
  throw unreadable(name, 'not among the files that were given', true);
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
async function fileBelow(
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
