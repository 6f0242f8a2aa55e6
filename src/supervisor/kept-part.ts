import { BackOff } from './back-off.js';

/** One run of a part: a process that we started, or one that was running before. */
export interface Instance {
  /** resolves when it has ended, with the way it ended in words */
  readonly ended: Promise<string>;
  /** asks it to end, then makes it; resolves when it is gone */
  stop(): Promise<void>;
  /** makes it end at once */
  kill(): void;
}

export interface KeptPartOptions {
  readonly name: string;
  readonly start: () => Promise<Instance>;
  readonly say: (line: string) => void;
  readonly wait?: (ms: number, signal: AbortSignal) => Promise<void>;
}

function waitFor(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

/** A part that is started again, with growing pauses, whenever it ends before it is stopped. */
export class KeptPart {
  private readonly stopping = new AbortController();
  private readonly backOff = new BackOff();
  private current: Instance | null = null;
  private keeping: Promise<void> = Promise.resolve();

  constructor(private readonly options: KeptPartOptions) {}

  /** Starts it. @throws what the first start throws; later ones are said and tried again */
  async begin(): Promise<void> {
    const first = await this.options.start();
    this.keeping = this.keep(first);
  }

  private stopped(): boolean {
    return this.stopping.signal.aborted;
  }

  private async keep(first: Instance): Promise<void> {
    let instance: Instance | null = first;
    for (;;) {
      const startedAt = Date.now();
      const how = instance === null ? 'it did not start' : await this.watch(instance);
      if (this.stopped()) return;
      const pause = this.backOff.next(Date.now() - startedAt);
      this.options.say(`The ${this.options.name} ended (${how}); it starts again in ${pause / 1000} s.`);
      await (this.options.wait ?? waitFor)(pause, this.stopping.signal);
      if (this.stopped()) return;
      instance = await this.again();
      // The stop may have come while it was being started.
      if (this.stopped()) return instance?.stop();
    }
  }

  private async watch(instance: Instance): Promise<string> {
    this.current = instance;
    const how = await instance.ended;
    this.current = null;
    return how;
  }

  private async again(): Promise<Instance | null> {
    try {
      return await this.options.start();
    } catch (error) {
      this.options.say(error instanceof Error ? error.message : String(error));
      return null;
    }
  }

  /** Ends it for good; resolves when it is gone. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await this.current?.stop();
    await this.keeping;
  }

  /** Makes it end at once, without order. */
  kill(): void {
    this.stopping.abort();
    this.current?.kill();
    this.current = null;
  }
}
