import { type Context, createContext, useContext } from 'react';

/** A value that a part of the panel gives to everything below it. */
export type Shared<Value> = Context<Value | undefined>;

export function sharedValue<Value extends object>(): Shared<Value> {
  return createContext<Value | undefined>(undefined);
}

/** The value that is shared by the part of the panel around this component. */
export function useShared<Value extends object>(shared: Shared<Value>): Value {
  const value = useContext(shared);
  if (!value) throw new TypeError('This component works only inside the memory panel.');
  return value;
}
