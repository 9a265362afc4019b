/** The edge of the page at which the open panel is docked. */
export type DockPlace = 'below' | 'side';

/** The way in which the devtools stand in the page. */
export interface HostView {
  readonly isOpen: boolean;
  readonly dock: DockPlace;
  readonly belowPixels: number;
  readonly sidePixels: number;
  /** The name of the memory that is shown; another one is shown where there is none of that name. */
  readonly memory: string | undefined;
}

export const FIRST_HOST_VIEW: HostView = {
  isOpen: false,
  dock: 'below',
  belowPixels: 420,
  sidePixels: 560,
  memory: undefined,
};

/** The inner size of the window. */
export interface PageSize {
  readonly widthPixels: number;
  readonly heightPixels: number;
}

/** Less would show nothing of the panel. */
const LEAST_PIXELS = { below: 200, side: 320 };
/** The page stays reachable beside the panel. */
const PAGE_PIXELS = 96;
/** A page narrower than this has no side to dock at. */
const LEAST_PAGE_FOR_SIDE = 640;

/** Whether a page of this size has room for a panel at its side. */
export function hasSide(page: PageSize): boolean {
  return page.widthPixels >= LEAST_PAGE_FOR_SIDE;
}

/** The edge that the panel is docked at in a page of this size. */
export function dockIn(view: HostView, page: PageSize): DockPlace {
  return view.dock === 'side' && hasSide(page) ? 'side' : 'below';
}

/** The height of a panel below or the width of one at the side, as the page has room for it. */
export function dockPixels(view: HostView, dock: DockPlace, page: PageSize): number {
  const { least, most } = dockLimits(dock, page);
  const wanted = dock === 'side' ? view.sidePixels : view.belowPixels;
  return Math.max(least, Math.min(most, Math.round(wanted)));
}

/** The least and the most that it may be. */
export function dockLimits(
  dock: DockPlace,
  page: PageSize,
): { readonly least: number; readonly most: number } {
  const whole = dock === 'side' ? page.widthPixels : page.heightPixels;
  const most = Math.max(0, whole - PAGE_PIXELS);
  return { least: Math.min(LEAST_PIXELS[dock], most), most };
}

/** The view with another size at an edge. */
export function resized(view: HostView, dock: DockPlace, pixels: number): HostView {
  return dock === 'side' ? { ...view, sidePixels: pixels } : { ...view, belowPixels: pixels };
}

const STEP_PIXELS = 16;
const LARGE_STEP_PIXELS = 96;

/** The size after a key at the edge; `undefined` for a key that does nothing there. */
export function sizeAfterKey(
  key: string,
  isLarge: boolean,
  pixels: number,
  dock: DockPlace,
  page: PageSize,
): number | undefined {
  const { least, most } = dockLimits(dock, page);
  const step = isLarge ? LARGE_STEP_PIXELS : STEP_PIXELS;
  const [more, less] = dock === 'side' ? ['ArrowLeft', 'ArrowRight'] : ['ArrowUp', 'ArrowDown'];
  switch (key) {
    case more:
      return Math.min(most, pixels + step);
    case less:
      return Math.max(least, pixels - step);
    case 'Home':
      return least;
    case 'End':
      return most;
    default:
      return undefined;
  }
}

/** Reads a view that was stored; whatever is missing or damaged is as at first. */
export function readHostView(stored: string | null): HostView {
  const fields = parsed(stored);
  const pixels = (name: 'belowPixels' | 'sidePixels') => {
    const value = fields[name];
    return typeof value === 'number' && value > 0 && value < 100_000
      ? value
      : FIRST_HOST_VIEW[name];
  };
  const { isOpen, dock, memory } = fields;
  return {
    isOpen: isOpen === true,
    dock: dock === 'side' ? dock : 'below',
    belowPixels: pixels('belowPixels'),
    sidePixels: pixels('sidePixels'),
    memory: typeof memory === 'string' ? memory : undefined,
  };
}

function parsed(stored: string | null): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(stored ?? '{}');
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch (error) {
    if (error instanceof SyntaxError) return {};
    throw error;
  }
}
