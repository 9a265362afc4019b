import { reachedOver } from '../testing/reached-over.ts';
import { describeSource } from '../testing/source-contract.ts';
import { tabChannel } from './channel.ts';

describeSource('a source over a channel of tabs', (near) => {
  const name = `test-${Math.random()}`;
  return reachedOver(near, tabChannel(name), tabChannel(name));
});
