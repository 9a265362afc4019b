import { errorText } from '../app/error-text.ts';
import type { DevicePorts } from './device-ports.ts';
import { type StoredDownload, withDownload, withoutDownload } from './device-settings.ts';
import type { Keeping, RunningModel } from './device-state.ts';
import { type ModelSource, type NamedSource, namedSource, offerOf } from './model-source.ts';

/** How the files of a model that runs are noted. */
interface NoteOptions {
  /** Bytes of all its files. */
  readonly totalBytes: number;
  readonly signal: AbortSignal;
  /** Hears how far the copy of a dropped file is; nothing once it is over. */
  readonly onKeeping: (keeping: Keeping | undefined) => void;
}

/** The files of models on this device, as one visit leaves them to the next. */
export interface ModelFiles {
  list(): Promise<readonly StoredDownload[]>;
  /** The model behind a name; nothing where its file is gone. */
  find(named: NamedSource): Promise<ModelSource | undefined>;
  /**
   * Writes down where a model is found at the next visit, and copies a dropped file.
   * @returns why it is not found then, in a sentence; nothing where it is.
   */
  note(running: RunningModel, options: NoteOptions): Promise<string | undefined>;
  /** Takes a model's files off this device. */
  remove(named: NamedSource): Promise<void>;
}

export function modelFiles(ports: DevicePorts): ModelFiles {
  const find = async (named: NamedSource): Promise<ModelSource | undefined> => {
    if (named.kind === 'address') return named;
    if (named.kind === 'offer') {
      const offer = offerOf(named.id);
      return offer && { kind: 'offer', offer };
    }
    const file = await (await ports.files())?.find(named.name);
    return file && { kind: 'file', file, isKept: true };
  };
  return {
    find,
    async list() {
      const files = (await (await ports.files())?.list()) ?? [];
      const copies = files.map(({ name, size }): StoredDownload => {
        return { source: { kind: 'file', name }, bytes: size };
      });
      return [...ports.downloads.get(), ...copies];
    },
    async note({ source, model }, { totalBytes, signal, onKeeping }) {
      const named = namedSource(source);
      if (source.kind !== 'file') {
        ports.downloads.update((all) => withDownload(all, { source: named, bytes: totalBytes }));
      } else if (!source.isKept) {
        const problem = await keepCopy(ports, source.file, { signal, onKeeping });
        if (problem !== undefined || signal.aborted) return problem;
      }
      const { contextWindow = ports.settings.get().contextWindow } = model;
      ports.settings.set({ source: named, contextWindow });
      return undefined;
    },
    async remove(named) {
      const source = await find(named);
      if (named.kind === 'file') await (await ports.files())?.remove(named.name);
      else if (source) await clearDownload(ports, source);
      ports.downloads.update((all) => withoutDownload(all, named));
    },
  };
}

async function keepCopy(
  ports: DevicePorts,
  file: File,
  { signal, onKeeping }: Pick<NoteOptions, 'signal' | 'onKeeping'>,
): Promise<string | undefined> {
  const files = await ports.files();
  if (!files) {
    return `This browser keeps no files for a page: drop “${file.name}” again at the next visit.`;
  }
  const onBytes = (doneBytes: number): void =>
    onKeeping({ name: file.name, doneBytes, totalBytes: file.size });
  onBytes(0);
  try {
    await files.keep(file, { signal, onBytes });
    return undefined;
  } catch (error) {
    if (signal.aborted) return undefined;
    return `“${file.name}” runs, and could not be kept for the next visit: ${errorText(error)}`;
  } finally {
    onKeeping(undefined);
  }
}

async function clearDownload(ports: DevicePorts, source: ModelSource): Promise<void> {
  const model = await ports.makeModel(source);
  try {
    await model.clearCache();
  } finally {
    model.dispose();
  }
}
