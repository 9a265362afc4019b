import { FIND_VALUE } from '../answer/styles.ts';
import { COMPACTIONS } from '../compactions/styles.ts';
import { CONTEXT } from '../context/styles.ts';
import { VITALS } from '../context/vitals-styles.ts';
import { SHELL } from '../elements/styles/shell.ts';
import { THEME } from '../elements/styles/theme.ts';
import { TOOLBAR } from '../elements/styles/toolbar.ts';
import { GRID } from '../grid/styles.ts';
import { LOG_AND_VALUES } from '../log/styles.ts';
import { MEMORIES } from '../memories/styles.ts';
import { MODELS } from '../models/styles.ts';
import { RUNS } from '../runs/styles.ts';
import { STORAGE } from '../storage/styles.ts';
import { TIME } from '../time/styles.ts';

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
