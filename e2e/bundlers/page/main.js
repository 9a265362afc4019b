import { run } from './run.js';

run();
