import { type RefObject, useEffect, useRef } from 'react';

/** The value of the last committed render, for effects and callbacks. Call it before those effects. */
export function useLatest<Value>(value: Value): Readonly<RefObject<Value>> {
  const latest = useRef(value);
  useEffect(() => {
    latest.current = value;
  });
  return latest;
}
