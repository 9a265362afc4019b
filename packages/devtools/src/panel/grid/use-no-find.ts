import { type RefObject, useCallback, useMemo } from 'react';
import { type GridFind, useGridFind } from '../grid/use-grid-find.ts';

/** For a list in which there is nothing to find. */
export function useNoFind(grid: RefObject<HTMLDivElement | null>): GridFind {
  const find = useGridFind(
    '',
    useCallback(() => undefined, []),
  );
  return useMemo(() => ({ ...find, grid }), [find, grid]);
}
