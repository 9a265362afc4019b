import { beforeEach, expect, test, vi } from 'vitest';
import { reportFault } from './report-fault.ts';
import { tellFault } from './tell-fault.ts';

vi.mock('./report-fault.ts', () => ({ reportFault: vi.fn() }));
beforeEach(() => vi.mocked(reportFault).mockClear());

test('[RCT-5] tells the listener alone', () => {
  const onError = vi.fn();
  tellFault('a fault', onError);
  expect(onError).toHaveBeenCalledExactlyOnceWith('a fault');
  expect(reportFault).not.toHaveBeenCalled();
});

test('[RCT-5] reports the fault and that of a listener that throws', () => {
  const own = new Error('in the listener');
  tellFault('a fault', () => {
    throw own;
  });
  expect(vi.mocked(reportFault).mock.calls).toEqual([['a fault'], [own]]);
});
