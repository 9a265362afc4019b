import type { checkText } from './check-text.ts';

/** The check of texts: `checkText`. */
export type TextCheck = typeof checkText;

let loading: Promise<{ readonly checkText: TextCheck }> | undefined;

/** Fetches the check with the first text that needs it; a fetch that failed is tried again with the next. */
export async function loadCheck(): Promise<TextCheck> {
  loading ??= import('./check-text.ts');
  try {
    return (await loading).checkText;
  } catch (error) {
    loading = undefined;
    throw error;
  }
}
