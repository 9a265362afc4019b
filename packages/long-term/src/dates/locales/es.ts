export { es as locale } from 'chrono-node';
