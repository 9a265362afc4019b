// @ts-check
import './break-on-word.mjs';
import '@agent-memory/webllm/worker';
