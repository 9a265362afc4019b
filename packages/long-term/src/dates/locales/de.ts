export { de as locale } from 'chrono-node';
