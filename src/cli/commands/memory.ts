import type { RememberedStep, SiteMemory } from '../../contracts/memory.js';
import { trustOf } from '../../domain/acting/memory.js';
import type { MemoryStore } from '../../ports/memory-store.js';
import type { CliDeps } from '../deps.js';
import { CliError, EXIT, type ExitCode } from '../exit-codes.js';
import type { Session } from '../session.js';

async function withMemories<T>(
  deps: CliDeps,
  session: Session,
  work: (memories: MemoryStore) => Promise<T>,
): Promise<T> {
  const opened = await deps.openMemories(session.config);
  try {
    return await work(opened.memories);
  } finally {
    await opened.close();
  }
}

const faredOf = (memory: SiteMemory): string =>
  `${memory.successes} of ${memory.successes + memory.failures} went well (${Math.round(trustOf(memory) * 100)} %)`;

const stepLine = ({ act, label, value, key }: RememberedStep, at: number): string =>
  `  ${at + 1}. ${[act, label === '' ? '' : `"${label}"`, value === null ? '' : `← ${value}`, key ?? ''].filter((part) => part !== '').join(' ')}`;

/** What is remembered, last used first. */
export async function listMemories(
  deps: CliDeps,
  session: Session,
  options: { site?: string; json?: boolean },
): Promise<ExitCode> {
  const found = await withMemories(deps, session, (memories) => memories.list(options.site));
  if (options.json) session.printJson({ memories: found });
  else if (found.length === 0) session.print('Nothing is remembered yet: a task is, once it went well.');
  else
    for (const memory of found)
      session.print(`${memory.memoryId}  ${memory.site}  ${memory.intent}  ${faredOf(memory)}, last ${memory.usedAt}`);
  return EXIT.ok;
}

/** One memory with its steps. Values are parameters: nothing that was typed is kept. */
export async function showMemory(
  deps: CliDeps,
  session: Session,
  id: string,
  { json }: { json?: boolean },
): Promise<ExitCode> {
  const memory = await withMemories(deps, session, (memories) => memories.get(id));
  if (memory === null) throw notThere(id);
  if (json) session.printJson(memory);
  else
    session.print(
      [
        `${memory.intent}`,
        `on ${memory.site}, from ${memory.startPath}`,
        ...(memory.parameters.length > 0 ? [`takes: ${memory.parameters.join(', ')}`] : []),
        ...memory.steps.map(stepLine),
        `${faredOf(memory)}; first ${memory.createdAt}, last ${memory.usedAt}`,
      ].join('\n'),
    );
  return EXIT.ok;
}

export async function forgetMemory(deps: CliDeps, session: Session, id: string): Promise<ExitCode> {
  if (!(await withMemories(deps, session, (memories) => memories.forget(id)))) throw notThere(id);
  session.print(`${id} is forgotten.`);
  return EXIT.ok;
}

const notThere = (id: string): CliError =>
  new CliError(EXIT.notFound, `Nothing is remembered by the id ${id}. See: synthetic memory list`);
