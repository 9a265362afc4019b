export { zh as locale } from 'chrono-node';
