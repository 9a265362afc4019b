import type { GgufHeader } from '../files/gguf-header.ts';
import { type Device, deviceNotes } from '../runtime/device.ts';
import type { EngineSettings } from './engine-settings.ts';

/** The engine as it came out. */
interface Outcome {
  readonly device: Device;
  readonly header: GgufHeader;
  readonly isOnGpu: boolean;
  readonly hasTools: boolean;
  /** Whether the files are found again after a reload. */
  readonly isLasting: boolean;
}

/** Sentences on all that is less than it could be, and why. */
export function notesOn(
  settings: EngineSettings,
  { device, header, isOnGpu, hasTools, isLasting }: Outcome,
): readonly string[] {
  const { contextWindow, parts } = settings;
  const { trainedWindow = contextWindow, chatTemplate } = header;
  const notes = deviceNotes(device, settings, isOnGpu);
  if (!isLasting && parts.some((part) => 'url' in part)) {
    notes.push('The browser keeps no files for this page: the model is downloaded anew each time.');
  }
  if (trainedWindow < contextWindow) {
    notes.push(`Its window is ${trainedWindow} tokens: it was trained on no more.`);
  }
  if (chatTemplate === undefined) {
    notes.push('Its file brings no chat template; messages are put into the form ChatML.');
  } else if (!hasTools) {
    notes.push('Its chat template has no place for tools: a request with tools is refused.');
  }
  return notes;
}
