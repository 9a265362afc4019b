import { reachedOver } from '../testing/reached-over.ts';
import { describeSource } from '../testing/source-contract.ts';
import { portChannel, tabChannel } from './channel.ts';

describeSource('a source over a channel of tabs', (near) => {
  const name = `test-${Math.random()}`;
  return reachedOver(near, tabChannel(name), tabChannel(name));
});

describeSource('a source over a message port of the browser', (near) => {
  const { port1, port2 } = new MessageChannel();
  return reachedOver(near, portChannel(port1), portChannel(port2));
});
