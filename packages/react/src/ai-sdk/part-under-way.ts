import { partialJson } from './partial-json.ts';
import type { UiMessageChunk } from './ui-message-chunk.ts';

/** A part of a message that is being streamed; what its kind has beside these is set by the chunks. */
export interface PartUnderWay {
  type: string;
  text?: string;
  state?: string;
  [field: string]: unknown;
}

/** What a chunk says about a tool call: everything it does not name is over. */
export interface ToolState {
  readonly state: 'input-streaming' | 'input-available' | 'output-available' | 'output-error';
  readonly [field: string]: unknown;
}

const OF_ONE_STATE = [
  'input',
  'rawInput',
  'inputEncoding',
  'output',
  'preliminary',
  'errorText',
] as const;

/** Sets the fields that the source has, and leaves the others as they are. */
export function setGiven(
  target: Record<string, unknown>,
  source: Readonly<Record<string, unknown>>,
  fields: readonly string[],
): void {
  for (const field of fields) {
    const value = source[field];
    if (value !== undefined && value !== null) target[field] = value;
  }
}

export function isToolPart({ type }: PartUnderWay): boolean {
  return type === 'dynamic-tool' || type.startsWith('tool-');
}

export function setToolState(part: PartUnderWay, chunk: UiMessageChunk, to: ToolState): void {
  for (const field of OF_ONE_STATE) delete part[field];
  for (const [field, value] of Object.entries(to)) {
    if (value !== undefined) part[field] = value;
  }
  setGiven(part, chunk, ['title', 'toolMetadata', 'providerExecuted']);
  const isAnswered = to.state === 'output-available' || to.state === 'output-error';
  const metadata = isAnswered ? 'resultProviderMetadata' : 'callProviderMetadata';
  setGiven(part, { [metadata]: chunk.providerMetadata }, [metadata]);
}

/** A copy of the part as it is shown: an input under way is read as far as it goes. */
export function asShown(part: PartUnderWay): PartUnderWay {
  const { rawInput, inputEncoding } = part;
  if (part.state !== 'input-streaming' || typeof rawInput !== 'string') return { ...part };
  const input = inputEncoding === 'text' ? rawInput : partialJson(rawInput);
  return { ...part, ...(input !== undefined && { input }) };
}
