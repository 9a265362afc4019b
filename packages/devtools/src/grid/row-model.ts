/** As much of a row as every grid has to know; the cells are up to the list it belongs to. */
export interface RowModel {
  /** Stable from one list to the next: selection and measured height go by it. */
  readonly key: string;
  /** Depth in a tree, from 1. Default 1. */
  readonly level?: number;
  /** Heads the rows behind it: stays at the top while they pass, and cannot be selected. */
  readonly isHeading?: boolean;
  /** Whether the rows below it are listed; absent on a row without any. */
  readonly isOpen?: boolean;
}

/** Something of long-term memory in its list. */
export interface DatedRow<Facts> extends RowModel {
  readonly facts: Facts;
  /** Times are told from here, in milliseconds since 1970. */
  readonly nowMs: number;
}

/** A row for each, under its id. */
export function datedRows<Facts extends { readonly id: string }>(
  items: readonly Facts[],
  nowMs: number,
): readonly DatedRow<Facts>[] {
  return items.map((facts) => ({ key: facts.id, facts, nowMs }));
}
