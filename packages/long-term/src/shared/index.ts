export {
  type Blackboard,
  createSharedSpace,
  type SharedDraft,
  type SharedEntry,
  type SharedKey,
  type SharedSpace,
  type SharedSpaceOptions,
} from './shared-space.ts';
export { type SharedTools, type SharedToolsOptions, sharedTools } from './shared-tools.ts';
