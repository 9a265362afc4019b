export { pt as locale } from 'chrono-node';
