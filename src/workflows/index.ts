export { omi } from './omi.js';
export { omiReply } from './omi-reply.js';
export { run } from './run.js';
export { siteMemory } from './site-memory.js';
export { upkeep } from './upkeep.js';
