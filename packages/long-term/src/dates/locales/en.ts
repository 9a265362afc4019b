export { en as locale } from 'chrono-node';
