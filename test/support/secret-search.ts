/** Looks for a secret wherever a byte could be left: in every form in which it could be written down. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Hit {
  readonly where: string;
  readonly form: string;
}

/** Base64 of the secret at each of the three places in a group of three bytes at which it can begin. */
function base64Forms(secret: string): Buffer[] {
  const bytes = Buffer.from(secret, 'utf8');
  return [0, 1, 2].map((before) => {
    const text = Buffer.concat([Buffer.alloc(before), bytes])
      .toString('base64')
      .replace(/=+$/, '');
    // What depends on the bytes before and after is not the secret's own.
    const first = Math.ceil((before * 8) / 6);
    const whole = Math.floor(((before + bytes.length) * 8) / 6);
    return Buffer.from(text.slice(first, whole), 'latin1');
  });
}

/** Every form, by name; forms that are the same as the plain one are left out. */
export function formsOf(secret: string): ReadonlyMap<string, Buffer> {
  const utf8 = (text: string): Buffer => Buffer.from(text, 'utf8');
  const url = encodeURIComponent(secret);
  const json = JSON.stringify(secret).slice(1, -1);
  const ascii = json.replace(/[\u0080-\uffff]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`);
  const forms: [string, Buffer][] = [
    ['plain', utf8(secret)],
    ['URL-encoded', utf8(url)],
    ['URL-encoded, with plus', utf8(url.replaceAll('%20', '+'))],
    ['JSON-escaped', utf8(json)],
    ['JSON-escaped twice', utf8(JSON.stringify(json).slice(1, -1))],
    ['JSON-escaped to ASCII', utf8(ascii)],
    ['UTF-16LE', Buffer.from(secret, 'utf16le')],
    ['UTF-16BE', Buffer.from(secret, 'utf16le').swap16()],
    ...base64Forms(secret).flatMap((form, n): [string, Buffer][] => [
      [`base64 at ${n}`, form],
      [`base64url at ${n}`, utf8(form.toString('latin1').replaceAll('+', '-').replaceAll('/', '_'))],
    ]),
  ];
  return new Map(forms);
}

/** Which forms of the secret these bytes hold. */
export function searchBytes(where: string, bytes: Buffer, forms: ReadonlyMap<string, Buffer>): Hit[] {
  return [...forms].filter(([, form]) => bytes.includes(form)).map(([form]) => ({ where, form }));
}

/** Every file below a folder, whatever it is. A file that goes away meanwhile holds nothing any more. */
export function searchFolder(folder: string, forms: ReadonlyMap<string, Buffer>): { files: number; hits: Hit[] } {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const hits = files.flatMap((entry) => {
    const path = join(entry.parentPath, entry.name);
    try {
      return searchBytes(path.slice(folder.length), readFileSync(path), forms);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
      throw error;
    }
  });
  return { files: files.length, hits };
}

/** Command lines and environments of these processes (Linux; elsewhere there is nothing to read). */
export function searchProcesses(pids: readonly number[], forms: ReadonlyMap<string, Buffer>): Hit[] {
  return pids.flatMap((pid) =>
    ['cmdline', 'environ'].flatMap((file) => {
      try {
        return searchBytes(`process ${pid} ${file}`, readFileSync(`/proc/${pid}/${file}`), forms);
      } catch {
        return [];
      }
    }),
  );
}
