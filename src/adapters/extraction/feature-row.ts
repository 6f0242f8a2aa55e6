/** Collects the values of one row; names are kept the first time, for training and explaining. */
export class FeatureRow {
  private at = 0;
  readonly names: string[] = [];

  constructor(readonly values: Float32Array) {}

  begin(): void {
    this.at = 0;
  }

  /** Appends one value. The order of calls is the order of the model's features. */
  add(name: string, value: number): void {
    if (this.names.length === this.at) this.names.push(name);
    this.values[this.at] = value;
    this.at += 1;
  }

  /** The same for a value of a group; its name is put together the first time only. */
  addOf(group: string, name: string, value: number): void {
    if (this.names.length === this.at) this.names.push(`${group}.${name}`);
    this.values[this.at] = value;
    this.at += 1;
  }

  get length(): number {
    return this.at;
  }
}
