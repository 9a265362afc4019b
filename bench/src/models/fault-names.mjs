// @ts-check

/** The faults of web-llm that are tried, in this order; the page has the code of each. */
export const FAULT_NAMES = /** @type {const} */ ([
  'device lost while idle',
  'device lost in mid-stream',
  'device out of memory in mid-stream',
  'worker killed while idle',
  'worker killed in mid-stream',
  'worker crashed in mid-stream',
  'abort in download',
  'abort in compile',
  'abort in prefill',
  'abort in decode',
  'unload during a load',
  'context overflow',
  'unknown model',
  'wrong library',
  'truncated weights',
  'missing weights',
  'weights damaged in the cache',
  'blocked network',
  'quota full',
  'download not allowed',
  'no WebGPU',
  'nonsense instead of a summary',
]);
