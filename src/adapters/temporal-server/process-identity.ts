import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** A process, told from later ones that get the same number. */
export interface ProcessIdentity {
  readonly pid: number;
  /** when it started, in the system's own words; null when that cannot be told */
  readonly start: string | null;
}

function linuxStart(pid: number): string {
  const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // Field 2 is the program's name in brackets and may hold spaces; field 22 is the start in ticks since boot (proc(5)).
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return `${boot}:${fields[19] ?? ''}`;
}

function startOf(pid: number): string | null {
  try {
    if (process.platform === 'linux') return linuxStart(pid);
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim() || null;
  } catch {
    return null;
  }
}

export const identify = (pid: number): ProcessIdentity => ({ pid, start: startOf(pid) });

/** Is there a process of this number that has not ended? A zombie has: only its parent's wait is missing. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
  return !isZombie(pid);
}

function isZombie(pid: number): boolean {
  if (process.platform !== 'linux') return false;
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.charAt(stat.lastIndexOf(')') + 2) === 'Z';
  } catch {
    return false;
  }
}

/** Is that very process still running? Where no start time was kept, its number has to do. */
export function isSameProcess(identity: ProcessIdentity): boolean {
  if (!isAlive(identity.pid)) return false;
  return identity.start === null || startOf(identity.pid) === identity.start;
}
