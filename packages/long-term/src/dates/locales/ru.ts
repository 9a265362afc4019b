export { ru as locale } from 'chrono-node';
