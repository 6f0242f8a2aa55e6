/** `npm start`: everything, supervised. Ends with 0 when it was asked to end, with 1 when it could not start. */
import { loadConfig } from './config.js';
import { supervise } from './supervisor/supervise.js';

const say = (line: string): void => void process.stderr.write(`${line}\n`);
const show = (text: string): void => void process.stdout.write(`${text}\n`);

try {
  await supervise(loadConfig(), { say, show });
  process.exit(0);
} catch (error) {
  say(error instanceof Error ? error.message : String(error));
  process.exit(1);
}
