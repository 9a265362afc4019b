export type { DevtoolsSource, DevtoolsState } from '../source/devtools-source.ts';
export { type DevtoolsChannel, portChannel, tabChannel } from './channel.ts';
export type { ConnectionState } from './connection.ts';
export { type FoundSource, type FoundSources, findSources } from './found-sources.ts';
export { type RemoteOptions, type RemoteSource, remoteSource } from './remote-source.ts';
export { type ServeOptions, serveSource } from './serve-source.ts';
