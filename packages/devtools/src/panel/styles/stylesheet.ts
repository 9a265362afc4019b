import { COMPACTIONS } from './compactions.ts';
import { CONTEXT } from './context.ts';
import { FIND_VALUE } from './find-value.ts';
import { GRID } from './grid.ts';
import { LOG_AND_VALUES } from './log-and-values.ts';
import { MEMORIES } from './memories.ts';
import { MODELS } from './models.ts';
import { RUNS } from './runs.ts';
import { SHELL } from './shell.ts';
import { STORAGE } from './storage.ts';
import { THEME } from './theme.ts';
import { TIME } from './time.ts';
import { TOOLBAR } from './toolbar.ts';
import { VITALS } from './vitals.ts';

/** The panel's styles; they reach nothing outside its shadow root. */
export const STYLESHEET = [
  THEME,
  SHELL,
  TIME,
  VITALS,
  TOOLBAR,
  FIND_VALUE,
  GRID,
  CONTEXT,
  COMPACTIONS,
  LOG_AND_VALUES,
  MEMORIES,
  MODELS,
  RUNS,
  STORAGE,
].join('\n');
