export { arbitraryCommits } from './arbitrary-commits.ts';
export { arbitraryConversation } from './arbitrary-conversation.ts';
export {
  aChange,
  aCompactionRecord,
  anEntry,
  aTextMessage,
  aTokenCount,
  aToolCall,
  aToolResult,
  someEntries,
  someOverlays,
} from './builders.ts';
export { grammarFaults } from './context-faults.ts';
export { recordingStore } from './recording-store.ts';
export { aScriptedStore, type ScriptedStore } from './scripted-store.ts';
export { aSimulatedAbort } from './simulated-abort.ts';
export { aSimulatedClock, type SimulatedClock } from './simulated-clock.ts';
export { someHistory } from './some-history.ts';
export { storeContract } from './store-contract.ts';
