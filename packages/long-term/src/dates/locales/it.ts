export { it as locale } from 'chrono-node';
