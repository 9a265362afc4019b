// Workers, and locks and signals between the tabs and workers of one origin.
export { holdLifeLock, onLifeLockFreed } from './life-lock.ts';
export { locksOfPlatform } from './locks.ts';
export { startWorker } from './start-worker.ts';
export { openTabChannel, type TabChannel } from './tab-channel.ts';
