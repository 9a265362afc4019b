export { nl as locale } from 'chrono-node';
