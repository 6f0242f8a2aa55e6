/** Bundles a workflow that only asks, so that gates can be tested without what leads to them. */
import { bundleWorkflowCode, DefaultLogger } from '@temporalio/worker';
import { join } from 'node:path';

export async function bundleAskingWorkflow(name = 'asking-workflow'): Promise<{ code: string }> {
  const { code } = await bundleWorkflowCode({
    workflowsPath: join(import.meta.dirname, `${name}.ts`),
    payloadConverterPath: join(import.meta.dirname, '..', '..', 'src', 'workflows', 'payload-converter.ts'),
    logger: new DefaultLogger('ERROR'),
  });
  return { code };
}
