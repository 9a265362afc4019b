export { type ArbitraryCommit, arbitraryCommits } from './arbitrary-commits.ts';
export {
  aChange,
  aCompactionRecord,
  anEntry,
  aTextMessage,
  aTokenCount,
  aToolCall,
  aToolResult,
  START_MS,
  someEntries,
  someOverlays,
} from './builders.ts';
export { type RecordingStore, recordingStore } from './recording-store.ts';
export {
  aScriptedStore,
  type ScriptedStore,
  type StoreMethod,
} from './scripted-store.ts';
export { aSimulatedAbort, type SimulatedAbort } from './simulated-abort.ts';
export { aSimulatedClock, type SimulatedClock } from './simulated-clock.ts';
export { someHistory } from './some-history.ts';
export { type StoreUnderTest, storeContract } from './store-contract.ts';
