import { configure } from '@testing-library/dom';
import { patience } from './patience.mjs';

configure({ asyncUtilTimeout: patience.waitMs });
