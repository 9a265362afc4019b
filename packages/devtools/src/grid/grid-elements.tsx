import type { HTMLAttributes, ReactNode, Ref } from 'react';

// A table element cannot be virtualised: its rows would have to follow each other. So the roles say
// which element is which. Only the grid takes the focus; it names the selected row.

interface GridElementProps extends HTMLAttributes<HTMLDivElement> {
  /** Not `ref`: React 18 keeps that one from function components. */
  readonly elementRef?: Ref<HTMLDivElement>;
}

/** The grid itself; its role comes with the attributes. */
export function GridElement({ elementRef, ...attributes }: GridElementProps): ReactNode {
  return <div ref={elementRef} {...attributes} />;
}

/** Rows that belong together. */
export function RowGroupElement({ elementRef, ...attributes }: GridElementProps): ReactNode {
  // biome-ignore lint/a11y/useSemanticElements: see the top of this file
  return <div role="rowgroup" ref={elementRef} {...attributes} />;
}

/** One row of a grid. */
export function RowElement({ elementRef, className, ...attributes }: GridElementProps): ReactNode {
  const classes = className ? `row ${className}` : 'row';
  // biome-ignore lint/a11y: see the top of this file
  return <div role="row" ref={elementRef} className={classes} {...attributes} />;
}

/** One field of a row; `className` names its column. */
export function CellElement(props: HTMLAttributes<HTMLSpanElement>): ReactNode {
  const { className, ...attributes } = props;
  // biome-ignore lint/a11y: see the top of this file
  return <span role="gridcell" className={`cell ${className}`} {...attributes} />;
}

/** The name of a column. */
export function ColumnHeadElement(props: HTMLAttributes<HTMLSpanElement>): ReactNode {
  const { className, ...attributes } = props;
  // biome-ignore lint/a11y: see the top of this file
  return <span role="columnheader" className={`cell ${className}`} {...attributes} />;
}

/** The mark of a row that opens, for the pointer; by keys it is `→` and `←`. The grid acts on it. */
export function OpenMark({ isOpen }: { readonly isOpen: boolean }): ReactNode {
  return <span className="open-mark" aria-hidden="true" data-open={isOpen} data-toggles-row="" />;
}

/** Whether a press was meant for the mark that opens a row, and not for the row. */
export function isOnOpenMark(target: EventTarget): boolean {
  // By name: an element of another window is no instance of this window's classes.
  return 'hasAttribute' in target && (target as Element).hasAttribute('data-toggles-row');
}
