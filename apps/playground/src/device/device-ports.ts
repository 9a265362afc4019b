import type { LocalModel } from '@agent-memory/models';
import { storeEngine } from '../offline/store-engine.ts';
import type { KeptValue } from '../settings/kept-value.ts';
import {
  type DeviceSettings,
  keptDevice,
  keptDownloads,
  type StoredDownload,
} from './device-settings.ts';
import { type KeptFiles, openKeptFiles } from './kept-files.ts';
import { makeModel } from './make-model.ts';
import type { EngineName, ModelSource } from './model-source.ts';

/** The parts of the page that models on this device work with. */
export interface DevicePorts {
  readonly makeModel: (source: ModelSource) => Promise<LocalModel>;
  /** Copies of dropped files; nothing where this browser keeps none. */
  readonly files: () => Promise<KeptFiles | undefined>;
  readonly settings: KeptValue<DeviceSettings>;
  readonly downloads: KeptValue<readonly StoredDownload[]>;
  /** Has an engine stored with the page; tells whether it opens without a network. */
  readonly storeEngine: (engine: EngineName) => Promise<boolean>;
}

/** The parts of this browser. */
export const BROWSER_PORTS: DevicePorts = {
  makeModel,
  files: openKeptFiles,
  settings: keptDevice,
  downloads: keptDownloads,
  storeEngine,
};
