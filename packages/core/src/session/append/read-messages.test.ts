import { afterEach, expect, test, vi } from 'vitest';
import type { ReadMessage } from '../../formats/message-format.ts';
import { InvalidMessageError } from '../../ground/errors/errors.ts';
import type { Steps } from '../../ground/platform/steps.ts';
import { readEach } from './read-messages.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

test('[MSG-3] behind a message that took long and was refused, the page has its turn ahead of the next', async () => {
  let nowMs = 0;
  vi.spyOn(Date, 'now').mockImplementation(() => nowMs);
  // biome-ignore lint/correctness/useYield: it is refused at the first look.
  function* refusing(): Steps<readonly ReadMessage[]> {
    nowMs += 20;
    throw new InvalidMessageError('content', 'holds too much');
  }
  await expect(readEach([{}], refusing)).rejects.toThrow(InvalidMessageError);
  const order: string[] = [];
  // biome-ignore lint/correctness/useYield: it is read at the first look.
  const reading = readEach([{}], function* (): Steps<readonly ReadMessage[]> {
    order.push('message');
    return [];
  });
  order.push('page');
  await reading;
  expect(order).toEqual(['page', 'message']);
});
