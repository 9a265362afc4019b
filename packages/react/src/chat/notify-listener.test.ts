import { beforeEach, expect, test, vi } from 'vitest';
import { notifyListener } from './notify-listener.ts';
import { reportUnhandled } from './report-unhandled.ts';

vi.mock('./report-unhandled.ts', () => ({ reportUnhandled: vi.fn() }));
beforeEach(() => vi.mocked(reportUnhandled).mockClear());

test('[RCT-5] tells the listener alone', () => {
  const onError = vi.fn();
  notifyListener('a fault', onError);
  expect(onError).toHaveBeenCalledExactlyOnceWith('a fault');
  expect(reportUnhandled).not.toHaveBeenCalled();
});

test('[RCT-5] reports the error and that of a listener that throws', () => {
  const own = new Error('in the listener');
  notifyListener('a fault', () => {
    throw own;
  });
  expect(vi.mocked(reportUnhandled).mock.calls).toEqual([['a fault'], [own]]);
});
