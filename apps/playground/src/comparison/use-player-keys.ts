import { useEffect } from 'react';
import type { ComparisonPlayer } from './comparison-player.ts';

/** Space plays or pauses, and the arrows show the call before and behind, where these keys do nothing of their own. */
export function usePlayerKeys(player: ComparisonPlayer, onSpace: () => void): void {
  useEffect(() => {
    const acts: Readonly<Record<string, { readonly act: () => void; readonly taken: string }>> = {
      ' ': { act: onSpace, taken: HAS_SPACE },
      ArrowRight: { act: player.step, taken: HAS_ARROWS },
      ArrowLeft: { act: player.back, taken: HAS_ARROWS },
    };
    const onKey = (event: KeyboardEvent): void => {
      const key = acts[event.key];
      const isPlain = !(event.ctrlKey || event.altKey || event.metaKey || event.shiftKey);
      if (!key || !isPlain || event.defaultPrevented) return;
      if (event.key === ' ' && event.repeat) return;
      if (event.target instanceof Element && event.target.closest(key.taken)) return;
      // Otherwise the page scrolls.
      event.preventDefault();
      key.act();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [player, onSpace]);
}

const HAS_ARROWS =
  'input, select, textarea, [contenteditable], [role="tablist"], [role="radiogroup"], [role="menu"]';
const HAS_SPACE = 'button, a, input, select, textarea, summary, [contenteditable], [role="button"]';
