/** A tar archive of a few files, as POSIX has it: https://pubs.opengroup.org/onlinepubs/9699919799/utilities/pax.html */

export interface TarFile {
  /** up to 100 ASCII characters */
  readonly name: string;
  readonly bytes: Uint8Array;
}

const BLOCK = 512;

export function tarOf(files: readonly TarFile[], modifiedAt: Date): Buffer {
  const parts = files.flatMap(({ name, bytes }) => [
    header(name, bytes.length, modifiedAt),
    bytes,
    padding(bytes.length),
  ]);
  return Buffer.concat([...parts, Buffer.alloc(BLOCK * 2)]);
}

const padding = (size: number): Buffer => Buffer.alloc((BLOCK - (size % BLOCK)) % BLOCK);
const octal = (value: number, width: number): string => `${value.toString(8).padStart(width - 1, '0')}\0`;

function header(name: string, size: number, modifiedAt: Date): Buffer {
  if (Buffer.byteLength(name) > 100) throw new RangeError(`too long a name for a tar archive: ${name}`);
  const block = Buffer.alloc(BLOCK);
  block.write(name, 0);
  block.write(octal(0o600, 8), 100);
  block.write(octal(0, 8), 108);
  block.write(octal(0, 8), 116);
  block.write(octal(size, 12), 124);
  block.write(octal(Math.floor(modifiedAt.getTime() / 1000), 12), 136);
  block.write(' '.repeat(8), 148);
  block.write('0', 156);
  block.write('ustar\x0000', 257);
  const sum = block.reduce((total, byte) => total + byte, 0);
  block.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return block;
}
