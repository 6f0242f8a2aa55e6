export { omi } from './omi.js';
export { omiReply } from './omi-reply.js';
export { run } from './run.js';
export { upkeep } from './upkeep.js';
