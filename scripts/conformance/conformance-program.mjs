// npm run conformance: writes the page.
import { writeFileSync } from 'node:fs';
import { conformanceNow, DOCUMENT } from './conformance.mjs';

writeFileSync(DOCUMENT, conformanceNow());
