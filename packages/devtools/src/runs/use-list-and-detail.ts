import { useRef, useState } from 'react';

/** The list and the details beside it: a row that is selected, and where the focus goes. */
export type ListAndDetail<Row extends { readonly key: string }> = ReturnType<
  typeof useListAndDetail<Row>
>;

/** Holds which row of a list is open beside it. */
export function useListAndDetail<Row extends { readonly key: string }>(rows: readonly Row[]) {
  const [selectedKey, onSelect] = useState<string>();
  const find = useRef<HTMLDivElement>(null);
  const body = useRef<HTMLElement>(null);
  const focusList = () => find.current?.focus();
  function onClose(): void {
    onSelect(undefined);
    focusList();
  }
  return {
    /** The row whose details are open; none once its row is gone. */
    selected: rows.find(({ key }) => key === selectedKey),
    list: { rows, find, selectedKey, onSelect, onEnter: () => body.current?.focus() },
    detail: { body, onLeave: focusList, onClose },
    focusList,
  };
}
