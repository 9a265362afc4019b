/** An answer that may be here at once (same page) or arrive later (another tab or window). */
export type Answer<Value> = Value | Promise<Value>;
