import { partialJson } from './partial-json.ts';
import type { UiMessageChunk } from './ui-message-chunk.ts';

/** A part of a message that is being streamed; chunks set the other fields of its kind. */
export interface StreamingPart {
  type: string;
  text?: string;
  state?: string;
  [field: string]: unknown;
}

/** The state of a tool call; fields of an earlier state that it does not name are removed. */
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

/** Copies the fields that the source has, and leaves the others as they are. */
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

export function isToolPart({ type }: StreamingPart): boolean {
  return type === 'dynamic-tool' || type.startsWith('tool-');
}

export function setToolState(part: StreamingPart, chunk: UiMessageChunk, to: ToolState): void {
  for (const field of OF_ONE_STATE) delete part[field];
  for (const [field, value] of Object.entries(to)) {
    if (value !== undefined) part[field] = value;
  }
  setGiven(part, chunk, ['title', 'toolMetadata', 'providerExecuted']);
  const isAnswered = to.state === 'output-available' || to.state === 'output-error';
  const metadata = isAnswered ? 'resultProviderMetadata' : 'callProviderMetadata';
  setGiven(part, { [metadata]: chunk.providerMetadata }, [metadata]);
}

/** A copy of the part as it is shown: with the input that has arrived so far. */
export function shownPart(part: StreamingPart): StreamingPart {
  const { rawInput, inputEncoding } = part;
  if (part.state !== 'input-streaming' || typeof rawInput !== 'string') return { ...part };
  const input = inputEncoding === 'text' ? rawInput : partialJson(rawInput);
  return { ...part, ...(input !== undefined && { input }) };
}
