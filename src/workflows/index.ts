export { run } from './run.js';
export { upkeep } from './upkeep.js';
