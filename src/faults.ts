/** Kills this process at a named point, once: how the tests show that a run cannot be lost. Off unless FAULT_POINT is set. */
import { mkdirSync, openSync, closeSync } from 'node:fs';
import { join } from 'node:path';

export interface FaultPlan {
  /** e.g. `before:readPage`, `in:indexPage`, `after:draftAnswer`, `start:worker`, `start:api`, `reply:trigger` */
  readonly point: string;
  /** where the marker is left that makes it happen only once */
  readonly markerDir: string;
}

export type FaultPoint = (point: string) => void;

/**
 * @param victim the process to kill; default: this one
 * @returns a function that kills it with SIGKILL the first time it is called with the planned point
 */
export function createFaultPoint(plan: FaultPlan | null, victim: number = process.pid): FaultPoint {
  if (plan === null) return () => undefined;
  return (point) => {
    if (point === plan.point && claimMarker(plan)) process.kill(victim, 'SIGKILL');
  };
}

/** True for the first caller only, over all processes and restarts. */
function claimMarker({ point, markerDir }: FaultPlan): boolean {
  mkdirSync(markerDir, { recursive: true });
  try {
    closeSync(openSync(join(markerDir, `fault-${point.replaceAll(':', '-')}`), 'wx'));
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}
