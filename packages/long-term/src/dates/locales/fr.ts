export { fr as locale } from 'chrono-node';
