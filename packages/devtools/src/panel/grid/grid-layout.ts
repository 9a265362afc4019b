/** A way to lay out the rows of a grid from a width on. Stylesheets ask for `data-layout`. */
export interface GridLayout {
  readonly name: string;
  /** Takes effect from this width of the grid on; 0 for the narrowest. */
  readonly fromPixels: number;
  /** The usual height of a row: the least it gets, and the guess until it has been drawn. */
  readonly rowPixels: number;
}

/** Layouts of a grid, the narrowest first. */
export type GridLayouts = readonly [GridLayout, ...GridLayout[]];

/** The widest layout for which there is room. */
export function layoutFor(layouts: GridLayouts, widthPixels: number): GridLayout {
  return layouts.findLast(({ fromPixels }) => fromPixels <= widthPixels) ?? layouts[0];
}
