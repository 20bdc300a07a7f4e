import { readdirSync } from 'node:fs';
import { basename } from 'node:path';

const components = readdirSync(new URL('src/components', import.meta.url)).sort();

export default {
  compilerOptions: {
    runes: true,
    // Short names of scopes: each is in the page some dozen times.
    cssHash: ({ filename }) => `s${components.indexOf(basename(filename))}`,
  },
};
