import type { WritableEntry } from '@agent-memory/core/formats';
import { toolContentOf, type UiDraft, uiDrafts } from './ui-drafts.ts';
import type { AiSdkUiMessage } from './ui-message.ts';

/** Originals as `UIMessage`s; those that came as such are as they were. */
export function writeUiMessages(entries: readonly WritableEntry[]): readonly AiSdkUiMessage[] {
  return uiDrafts(entries).map(uiMessageOf);
}

/** A message that is put together. */
export function uiMessageOf({ id, role, beside, pieces }: UiDraft): AiSdkUiMessage {
  const parts = pieces.map((piece) =>
    'content' in piece ? piece.content : toolContentOf(piece.toolCall),
  );
  // Every field was read from such a message, or made here in its shape.
  return { id, role, parts, ...beside } as unknown as AiSdkUiMessage;
}
