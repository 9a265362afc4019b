import type { WritableEntry } from '@agent-memory/core/formats';
import { type Content, type ModelDraft, modelDrafts } from './model-drafts.ts';
import type { AiSdkModelMessage } from './model-message.ts';

/** Originals as `ModelMessage`s; those that came as such are as they were. */
export function writeModelMessages(
  entries: readonly WritableEntry[],
): readonly AiSdkModelMessage[] {
  return modelDrafts(entries).map(modelMessageOf);
}

/** A message that is put together. */
export function modelMessageOf(draft: ModelDraft): AiSdkModelMessage {
  const { role, beside } = draft;
  // Every field was read from such a message, or made here in its shape.
  return { role, content: writtenContent(draft), ...beside } as unknown as AiSdkModelMessage;
}

function writtenContent(draft: ModelDraft): string | readonly Content[] {
  const content = contentOf(draft);
  if (draft.role === 'system') return content.map(({ text }) => text).join('\n');
  const [only, ...others] = content;
  const isPlainText =
    only?.type === 'text' && others.length === 0 && Object.keys(only).length === 2;
  const isText = draft.role !== 'tool' && isPlainText && !draft.isList;
  return isText ? String(only.text) : content;
}

/**
 * The content of a message, with results of tools that the provider ran in the places that they
 * had.
 */
export function contentOf({ content, results }: ModelDraft): readonly Content[] {
  const all = [...content];
  const inOrder = [...results].sort((a, b) => a.at - b.at);
  for (const { at, part } of inOrder) all.splice(at, 0, part);
  return all;
}
