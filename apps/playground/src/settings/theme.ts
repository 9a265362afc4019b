import { useEffect } from 'react';

/** `system` follows the device. */
export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

// Persisted key, also read by the script in index.html before the first paint.
export const THEME_KEY = 'agent-memory.playground.theme';

export function parseTheme(kept: unknown): Theme {
  return THEMES.find((theme) => theme === kept) ?? 'system';
}

/** Puts the theme on the page, where the style sheets look for it. */
export function useThemeOnPage(theme: Theme): void {
  useEffect(() => {
    document.documentElement.dataset.theme = theme;
  }, [theme]);
}
