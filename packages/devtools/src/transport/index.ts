export { type DevtoolsChannel, tabChannel } from './channel.ts';
export { serveSource } from './serve-source.ts';
