import type { HTMLAttributes, ReactNode } from 'react';

// A table element cannot be virtualised: its rows would have to follow each other. So the roles say
// what the elements are. None of them takes the focus: the list has it and names the active row.

/** Rows that belong together. */
export function GridRowGroup(attributes: HTMLAttributes<HTMLDivElement>): ReactNode {
  // biome-ignore lint/a11y/useSemanticElements: see the top of this file
  return <div role="rowgroup" {...attributes} />;
}

/** One row of a grid. */
export function GridRow({ className, ...attributes }: HTMLAttributes<HTMLDivElement>): ReactNode {
  // biome-ignore lint/a11y: see the top of this file
  return <div role="row" className={className ? `row ${className}` : 'row'} {...attributes} />;
}

/** One field of a row; `className` names its column. */
export function GridCell({ className, ...attributes }: HTMLAttributes<HTMLSpanElement>): ReactNode {
  // biome-ignore lint/a11y: see the top of this file
  return <span role="gridcell" className={`cell ${className}`} {...attributes} />;
}

/** The name of a column. */
export function GridColumnHead({
  className,
  ...attributes
}: HTMLAttributes<HTMLSpanElement>): ReactNode {
  // biome-ignore lint/a11y: see the top of this file
  return <span role="columnheader" className={`cell ${className}`} {...attributes} />;
}
