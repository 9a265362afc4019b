export { type WllamaOptions, wllama } from './wllama.ts';
