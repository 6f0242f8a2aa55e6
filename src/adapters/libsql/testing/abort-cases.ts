/** Run as a process of its own: feeds the wrapper one value that libsql itself dies of, and prints what came of it. */
import { openDatabase, SqlBindError, type SqlValue } from '../database.js';

const CASES: Readonly<Record<string, unknown>> = {
  boolean: [true, 1],
  undefined: [undefined, 1],
  object: [{ a: 1 }, 1],
  array: [[1], 1],
  date: [new Date(0), 1],
  nan: [Number.NaN, 1],
  nul: ['a\0b', 1],
  'too few': [1],
  'too many': [1, 2, 3],
  'lone blob': Buffer.from('ab'),
  'lone object': { 1: 'a', 2: 'b' },
};

const [, , file = '', name = ''] = process.argv;
const database = openDatabase(file);
database.run('CREATE TABLE IF NOT EXISTS t (a, b)');
try {
  database.run('INSERT INTO t VALUES (?, ?)', CASES[name] as readonly SqlValue[]);
  console.log('accepted');
} catch (error) {
  console.log(error instanceof SqlBindError ? 'refused' : `other: ${String(error)}`);
}
database.run('INSERT INTO t VALUES (?, ?)', [Buffer.from('ab'), 2]);
console.log(database.get('SELECT count(*) AS n FROM t')?.n === 1 ? 'still works' : 'broken');
database.close();
