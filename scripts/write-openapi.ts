/** Writes docs/openapi.json from the schemas: `npm run openapi`. */
import { writeFileSync } from 'node:fs';
import { buildOpenApiDocument } from '../src/api/openapi.js';
import { VERSION } from '../src/version.js';

writeFileSync(
  new URL('../docs/openapi.json', import.meta.url),
  `${JSON.stringify(buildOpenApiDocument(VERSION), null, 2)}\n`,
);
