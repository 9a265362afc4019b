import { BUDGET } from './budget.ts';
import { COMPACTIONS } from './compactions.ts';
import { CONTEXT } from './context.ts';
import { DECISIONS } from './decisions.ts';
import { DETAIL } from './detail.ts';
import { FIND_VALUE } from './find-value.ts';
import { GRID } from './grid.ts';
import { HEALTH } from './health.ts';
import { MAP } from './map.ts';
import { MEMORIES } from './memories.ts';
import { MODELS } from './models.ts';
import { RUNS } from './runs.ts';
import { SHELL } from './shell.ts';
import { STORAGE } from './storage.ts';
import { THEME } from './theme.ts';
import { TIME } from './time.ts';
import { TOOLBAR } from './toolbar.ts';
import { VALUES } from './values.ts';

/** The panel's styles; they reach nothing outside its shadow root. */
export const STYLESHEET = [
  THEME,
  SHELL,
  TIME,
  BUDGET,
  MAP,
  HEALTH,
  TOOLBAR,
  FIND_VALUE,
  GRID,
  CONTEXT,
  DETAIL,
  COMPACTIONS,
  DECISIONS,
  VALUES,
  MEMORIES,
  MODELS,
  RUNS,
  STORAGE,
].join('\n');
