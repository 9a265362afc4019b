/** The part of a page that tells when it stands still. */
export interface PageLife {
  addEventListener(type: string, listener: () => void): void;
  removeEventListener(type: string, listener: () => void): void;
}

interface StandstillListeners {
  readonly onStill: () => void;
  readonly onAgain?: () => void;
}

/** A page stands still from the first of these events to the second. */
const STANDSTILLS = [
  ['freeze', 'resume'],
  ['pagehide', 'pageshow'],
] as const;

/**
 * Calls when the page is about to stand still, the last moment in which it can let others continue, and when
 * it runs again.
 *
 * @returns the function that ends it.
 */
export function watchStandstill(
  { onStill, onAgain = () => undefined }: StandstillListeners,
  pages: readonly PageLife[] = pagesOfPlatform(),
): () => void {
  const onEach = (change: keyof PageLife) => {
    for (const page of pages) {
      for (const [still, again] of STANDSTILLS) {
        page[change](still, onStill);
        page[change](again, onAgain);
      }
    }
  };
  onEach('addEventListener');
  return () => onEach('removeEventListener');
}

/** `freeze` is told to the document, `pagehide` to the window; a worker has neither. */
export function pagesOfPlatform(): readonly PageLife[] {
  const { document, window } = globalThis as {
    readonly document?: PageLife;
    readonly window?: PageLife;
  };
  return [document, window].filter((page) => page !== undefined);
}
