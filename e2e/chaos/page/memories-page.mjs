// @ts-check
// The functions of a page that only keeps and finds sessions.
export { commit, find, listed } from './memories.mjs';
