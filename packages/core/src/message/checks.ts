// Checks of what a caller gives, beside `checkOption` and `refuseUnknown`.
export { checkFunctions, checkGiven } from '../ground/errors/errors.ts';
export { didYouMean } from '../ground/errors/nearest-name.ts';
export { problemOf } from '../ground/errors/problem-of.ts';
export { checkSignal } from '../ground/platform/abort.ts';
export { DEEPEST_LEVELS, isDeeperThan } from './plain-object.ts';
