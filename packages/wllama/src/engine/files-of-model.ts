import {
  type FileStore,
  folderStore,
  type LocalModelFiles,
  measureFiles,
} from '@agent-memory/models/device';
import { checkDevice } from '../runtime/look-at-device.ts';
import type { EngineSettings } from './engine-settings.ts';

/** PERSISTED: the folder of the origin's private file system that models are kept in. */
export const FOLDER_NAME = 'agent-memory-gguf';

/** Where the files are kept. */
export const ggufStore = (): Promise<FileStore> => folderStore(FOLDER_NAME);

/** The files of one model, looked after on the page. */
export function filesOfModel(settings: EngineSettings): LocalModelFiles {
  const { parts } = settings;
  return {
    async size({ signal }) {
      await checkDevice(settings);
      return measureFiles(parts, { store: await ggufStore(), signal });
    },
    async clear() {
      const store = await ggufStore();
      await Promise.all(parts.map((part) => 'url' in part && store.remove(part)));
    },
  };
}
