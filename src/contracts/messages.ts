/** Names of workflows, signals, queries and search attributes. They live in histories: they stay. */
export const RUN_WORKFLOW = 'run';
export const UPKEEP_WORKFLOW = 'upkeep';

export const PAUSE_SIGNAL = 'pauseRun';
export const RESUME_SIGNAL = 'resumeRun';
/** Answers a gate; Temporal's own page and command line can send it. */
export const SUPPLY_INPUT_SIGNAL = 'supplyInput';
/** The same with a reply: a wrong or late answer is refused at once. */
export const SUBMIT_INPUT_UPDATE = 'submitInput';
/** Asks for a one-time public key to seal an answer to. */
export const OFFER_KEY_UPDATE = 'offerKey';
export const GET_RUN_QUERY = 'getRun';

/** Keyword attributes; no question text, no address. */
export const SEARCH_ATTRIBUTES = ['RunStatus', 'RunKind', 'RunSource', 'GateKind'] as const;

/** Queues end in the store id, so that two data folders on one server never mix. */
export const mainQueue = (storeId: string): string => `synthetic-${storeId}`;
/** Imports and load: so that people's runs do not queue behind them. */
export const bulkQueue = (storeId: string): string => `bulk-${storeId}`;
/** Browsers are heavy: their work waits in Temporal. */
export const renderQueue = (storeId: string): string => `render-${storeId}`;
/** The browsers' queue of the same store, told from any queue that workflows run on. */
export const renderQueueBeside = (queue: string): string => renderQueue(queue.replace(/^[a-z]+-/, ''));
/** One browser worker's own: what lives in its memory (sessions, keys) is reached through it alone. */
export const browserQueue = (slot: number, storeId: string): string => `browser-${slot}-${storeId}`;
export const upkeepScheduleId = (storeId: string): string => `upkeep:${storeId}`;
