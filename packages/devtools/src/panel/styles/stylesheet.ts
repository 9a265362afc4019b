import { BUDGET } from './budget.ts';
import { COMPACTIONS } from './compactions.ts';
import { DETAIL } from './detail.ts';
import { HEALTH } from './health.ts';
import { LIST } from './list.ts';
import { SHELL } from './shell.ts';
import { THEME } from './theme.ts';
import { VALUES } from './values.ts';

/** The panel's styles; they reach nothing outside its shadow root. */
export const STYLESHEET = [THEME, SHELL, BUDGET, HEALTH, LIST, DETAIL, COMPACTIONS, VALUES].join(
  '\n',
);
