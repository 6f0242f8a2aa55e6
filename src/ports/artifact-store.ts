/** Files that belong to a run: what was seen and done in its browser. Deleted with the run. */
export interface ArtifactStore {
  /** Written whole or not at all; a repeat replaces. @param name letters, digits, dots, dashes */
  save(runId: string, name: string, bytes: Uint8Array | string): Promise<void>;
  /** null when there is none */
  load(runId: string, name: string): Promise<Buffer | null>;
  /** Appends a line that is on the disk when this returns. */
  append(runId: string, name: string, line: string): Promise<void>;
  /** names, sorted */
  list(runId: string): Promise<readonly string[]>;
  deleteRun(runId: string): Promise<void>;
  /** runs that have any */
  runIds(): Promise<readonly string[]>;
}
