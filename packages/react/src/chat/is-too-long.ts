import { isOverflow } from '@agent-memory/core/internal';
import type { ChatOptions } from './chat-options.ts';

/** Whether an error says that the context was too long, as the app's own `isOverflow` sees it if there is one. */
export function isTooLong(
  error: unknown,
  { isOverflow: isRefusal = isOverflow }: Pick<ChatOptions, 'isOverflow'>,
): boolean {
  return error instanceof Error && isRefusal(error);
}
