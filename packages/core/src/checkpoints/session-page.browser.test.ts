import { expect, test } from 'vitest';
import { pageOfPlatform } from './session-page.ts';

test('[CKP-1] a page tells that it is hidden, shown and closed, until nobody listens', () => {
  const page = pageOfPlatform();
  const heard: string[] = [];
  const stop = page.onChange((change) => heard.push(change));
  expect(page.isHidden()).toBe(document.visibilityState === 'hidden');
  Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
  document.dispatchEvent(new Event('visibilitychange'));
  expect(page.isHidden()).toBe(true);
  Reflect.deleteProperty(document, 'visibilityState');
  window.dispatchEvent(new PageTransitionEvent('pagehide'));
  expect(heard).toEqual(['visibility', 'close']);
  stop();
  document.dispatchEvent(new Event('visibilitychange'));
  window.dispatchEvent(new PageTransitionEvent('pagehide'));
  expect(heard).toHaveLength(2);
});
