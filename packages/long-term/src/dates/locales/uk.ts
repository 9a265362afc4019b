export { uk as locale } from 'chrono-node';
