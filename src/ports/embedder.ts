/** What an embedder can do at the moment. */
export interface EmbedderStatus {
  /** ready: it can be asked. fetching: what it needs is on its way. unavailable: see `detail` */
  readonly state: 'ready' | 'fetching' | 'unavailable';
  /** one plain sentence, with the next step where there is one */
  readonly detail: string;
}

/** Turns texts into vectors, so that near meanings lie near each other. Retries are the caller's. */
export interface Embedder {
  /** names the weights; vectors of two models are never compared */
  readonly model: string;
  /** numbers in a vector; null until the first answer of an endpoint has told */
  readonly dimension: number | null;
  /** does it cost this machine's processor? Then only the passages worth it are embedded */
  readonly local: boolean;
  /** is it blind to meaning (a stand-in for tests)? */
  readonly lexicalOnly: boolean;
  /** does it understand texts of this language (BCP 47 primary subtag)? */
  speaks(language: string): boolean;
  status(): EmbedderStatus;
  /** begins to bring what is missing, in the background; what goes wrong shows in `status` */
  prepare(): void;
  /**
   * One vector of length 1 for each text, in order. Texts past the model's window are cut.
   * @throws EmbedderUnavailableError it cannot be asked now; EmbedderRefusedError no retry will help
   */
  embed(texts: readonly string[], options: { signal: AbortSignal }): Promise<readonly Float32Array[]>;
  close(): Promise<void>;
}
