export { runLine } from './run/index.js';
