/** A chunk of AI SDK's UI message stream, by its shape; its sender has checked the fields of each type. */
export interface UiMessageChunk {
  readonly type: string;
  /** Id of a text, reasoning or data part. */
  readonly id?: string;
  readonly delta?: string;
  readonly messageId?: string;
  readonly messageMetadata?: unknown;
  readonly toolCallId?: string;
  readonly toolName?: string;
  readonly approvalId?: string;
  readonly inputTextDelta?: string;
  readonly inputEncoding?: 'json' | 'text';
  readonly dynamic?: boolean;
  readonly transient?: boolean;
  readonly errorText?: string;
  readonly [field: string]: unknown;
}

export function isUiMessageChunk(value: unknown): value is UiMessageChunk {
  return typeof value === 'object' && value !== null && 'type' in value && isText(value.type);
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}
