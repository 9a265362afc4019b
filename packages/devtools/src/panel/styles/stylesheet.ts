import { BUDGET } from './budget.ts';
import { COMPACTIONS } from './compactions.ts';
import { DETAIL } from './detail.ts';
import { LIST } from './list.ts';
import { SHELL } from './shell.ts';
import { THEME } from './theme.ts';

/** The panel's styles; they reach nothing outside its shadow root. */
export const STYLESHEET = [THEME, SHELL, BUDGET, LIST, DETAIL, COMPACTIONS].join('\n');
