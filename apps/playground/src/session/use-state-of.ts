import { useCallback, useState } from 'react';

/**
 * State that belongs to one owner: another owner begins without a value, and what is set for an
 * owner that was left meanwhile is not shown.
 */
export function useStateOf<Value>(
  owner: object,
): readonly [Value | undefined, (value: Value | undefined) => void] {
  const [kept, setKept] = useState<{ readonly owner: object; readonly value: Value | undefined }>();
  const set = useCallback(
    (value: Value | undefined) =>
      setKept((last) =>
        last?.owner === owner && Object.is(last.value, value) ? last : { owner, value },
      ),
    [owner],
  );
  return [kept?.owner === owner ? kept.value : undefined, set];
}
