// @ts-check
import { agentMemory, agentMemoryLexical } from './agent-memory.mjs';
import { flexSearch } from './flexsearch.mjs';
import { miniLm, rankFusion, scoreFusion } from './fusions.mjs';
import { langChainBm25 } from './langchain-bm25.mjs';
import { miniSearch, miniSearchNeighbours, miniSearchTuned } from './minisearch.mjs';
import { orama, oramaHybrid, oramaTuned } from './orama.mjs';

/** @type {readonly import('./system.mjs').RetrievalSystem[]} */
export const SYSTEMS = [
  agentMemory,
  agentMemoryLexical,
  miniSearch,
  miniSearchTuned,
  miniSearchNeighbours,
  orama,
  oramaTuned,
  oramaHybrid,
  flexSearch,
  langChainBm25,
  miniLm,
  rankFusion,
  scoreFusion,
];
