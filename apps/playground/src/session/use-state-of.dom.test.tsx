import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { useStateOf } from './use-session.ts';

afterEach(cleanup);

test('another owner begins without a value, and a late one of the old owner stays away', () => {
  const [first, second] = [{}, {}];
  const hook = renderHook(({ owner }) => useStateOf<string>(owner), {
    initialProps: { owner: first },
  });
  const [, setForFirst] = hook.result.current;
  act(() => setForFirst('refused'));
  expect(hook.result.current[0]).toBe('refused');

  hook.rerender({ owner: second });
  expect(hook.result.current[0]).toBeUndefined();
  act(() => setForFirst('late'));
  expect(hook.result.current[0]).toBeUndefined();
});
