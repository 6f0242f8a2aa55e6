import { bundleWorkflowCode, DefaultLogger } from '@temporalio/worker';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Beside this file both in `src` and in `dist`. */
const workflowFile = (name: string): string => {
  const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
  return fileURLToPath(new URL(`../../workflows/${name}.${extension}`, import.meta.url));
};

/** Bundles the workflows with the converter they are decoded by; takes seconds, so it is done once, by the build. */
export async function bundleWorkflows(): Promise<string> {
  const { code } = await bundleWorkflowCode({
    workflowsPath: workflowFile('index'),
    payloadConverterPath: workflowFile('payload-converter'),
    logger: new DefaultLogger('WARN'),
  });
  return code;
}

/** The bundle that the build left beside the program, or null when the program runs from its sources. */
export function builtBundlePath(): string | null {
  const path = fileURLToPath(new URL('../../workflow-bundle.js', import.meta.url));
  return existsSync(path) ? path : null;
}
