import { svelte } from '@sveltejs/vite-plugin-svelte';
import { readFileSync } from 'node:fs';
import { defineConfig, type Plugin } from 'vite';

const server = 'http://127.0.0.1:8000';

/** Bundles texts without their comments, empty lines and wide indents, which no reader of a page needs. */
const texts: Plugin = {
  name: 'texts',
  enforce: 'pre',
  load(id) {
    if (!id.endsWith('.ftl?raw')) return null;
    const lines = readFileSync(id.slice(0, -'?raw'.length), 'utf8').split('\n');
    const kept = lines.filter((line) => line && !line.startsWith('#')).map((line) => line.replace(/^ +/, ' '));
    return `export default ${JSON.stringify(kept.join('\n'))}`;
  },
};

export default defineConfig({
  plugins: [texts, svelte()],
  // The server delivers these files itself, to its own pages too.
  publicDir: '../src/tablier/server/public',
  // Files find each other in any folder; only the page has addresses of a server, which a site replaces.
  experimental: { renderBuiltUrl: (file, { hostType }) => (hostType === 'html' ? `/${file}` : { relative: true }) },
  build: {
    copyPublicDir: false,
    outDir: '../src/tablier/server/static',
    emptyOutDir: true,
    // What is bundled keeps the notices of its authors.
    license: { fileName: 'licenses.md' },
    modulePreload: { polyfill: false },
    // The page's policy allows no data: fonts or scripts; only files.
    assetsInlineLimit: 0,
  },
  // The tests run the code that browsers run, not what Svelte would render on a server.
  resolve: process.env['VITEST'] ? { conditions: ['browser'] } : {},
  // `npm run dev` beside a running server: pages from here, everything else from there.
  server: { proxy: { '/api': server, '/rules': server, '/ws': { target: server, ws: true } } },
});
