import { type RefObject, useRef, useState } from 'react';
import type { GridFind } from '../grid/use-grid-find.ts';
import { useNoFind } from '../grid/use-no-find.ts';

/** The list and the details beside it: a row that is selected, and where the focus goes. */
export interface ListAndDetail<Row> {
  /** The row whose details are open; none once its row is gone. */
  readonly selected: Row | undefined;
  /** For the list. */
  readonly list: {
    readonly rows: readonly Row[];
    readonly find: GridFind;
    readonly selected: string | undefined;
    readonly onSelect: (key: string | undefined) => void;
    readonly onEnter: () => void;
  };
  /** For the details. */
  readonly detail: {
    readonly body: RefObject<HTMLElement | null>;
    readonly onLeave: () => void;
    readonly onClose: () => void;
  };
  readonly focusList: () => void;
}

/** Holds which row of a list is open beside it. */
export function useListAndDetail<Row extends { readonly key: string }>(
  rows: readonly Row[],
): ListAndDetail<Row> {
  const [key, setKey] = useState<string>();
  const grid = useRef<HTMLDivElement>(null);
  const body = useRef<HTMLElement>(null);
  const find = useNoFind(grid);
  const focusList = () => grid.current?.focus();
  return {
    selected: rows.find((row) => row.key === key),
    list: { rows, find, selected: key, onSelect: setKey, onEnter: () => body.current?.focus() },
    detail: {
      body,
      onLeave: focusList,
      onClose: () => {
        setKey(undefined);
        focusList();
      },
    },
    focusList,
  };
}
