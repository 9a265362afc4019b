import { EngineFailure } from '../../errors/engine-failure.ts';

/** A file of a model on a server, and what is known of it before its download. */
export interface RemoteFile {
  /** As errors name it. */
  readonly name: string;
  readonly url: string;
  readonly content: FileContent;
  /** Its exact length, where a list of files gives it. */
  readonly bytes?: number;
  /** SHA-256 in hexadecimal. Another content is refused, and downloaded again where it was kept. */
  readonly sha256?: string;
  /** Name of the Cache Storage that it is kept in. Default: the one of this library. */
  readonly cache?: string;
}

/** A file of a model that a person gave. */
export interface GivenFile {
  readonly name: string;
  readonly blob: Blob;
  readonly content: FileContent;
}

/** One file of a model, wherever it is. */
export type ModelFile = RemoteFile | GivenFile;

/** The kind of a file: JSON is parsed, WebAssembly and GGUF are known by their first bytes. */
export type FileContent = 'json' | 'wasm' | 'gguf' | 'bytes';

export function isGiven(file: ModelFile): file is GivenFile {
  return 'blob' in file;
}

/** Bytes of a beginning that tell what a file is. */
export const BEGINNING_BYTES = 512;

const MAGIC: Partial<Record<FileContent, readonly number[]>> = {
  wasm: [0x00, 0x61, 0x73, 0x6d],
  gguf: [0x47, 0x47, 0x55, 0x46],
};

/** Says what a file is that has another content; `undefined` where its beginning fits. */
export function foundInstead(beginning: Uint8Array, content: FileContent): string | undefined {
  const { [content]: magic = [] } = MAGIC;
  const hasMagic = magic.every((byte, place) => beginning[place] === byte);
  if (beginning.length === 0) return 'an empty file';
  if (magic.length > 0 && hasMagic) return undefined;
  const text = new TextDecoder().decode(beginning.subarray(0, BEGINNING_BYTES)).trimStart();
  if (/^<(?:!doctype|html|head|body|\?xml)/i.test(text)) return 'a web page';
  if (text.startsWith('version https://git-lfs')) return 'a pointer of Git LFS in its place';
  return hasMagic ? undefined : 'a file of another kind';
}

/** The failure of a file that came and is something else. */
export function unreadable(name: string, found: string, given?: boolean): EngineFailure {
  const problem = `${name} is ${found}.`;
  return new EngineFailure({
    kind: 'files-unreadable',
    problem,
    ...(given && { isGiven: true as const }),
  });
}

/** The failure of a file that did not come, or not the whole of it. */
export function downloadFailed(file: string, problem: string, cause?: unknown): EngineFailure {
  return new EngineFailure({ kind: 'download-failed', file, problem }, { cause });
}
