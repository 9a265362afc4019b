export { ja as locale } from 'chrono-node';
