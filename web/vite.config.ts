import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import rootPackage from '../package.json' with { type: 'json' }
import { legalDocuments } from './legal-documents.ts'
import { slimContract } from './slim-contract.ts'
import { stripDescriptions } from './strip-descriptions.ts'
import { stripJsonSchema } from './strip-json-schema.ts'

const portalShellModules = [
  /[\\/]src[\\/]routes[\\/]portal[\\/]route\.tsx\?/,
  /[\\/]src[\\/]ui[\\/]shell[\\/](portal|shell|navigation[\\/]sidebar)\.tsx$/,
  /[\\/]src[\\/]ui[\\/](hooks[\\/]hooks|layout[\\/]page-header|display[\\/](badges|description-list|links)|feedback[\\/]state-view)\.tsx?$/,
]

export default defineConfig({
  plugins: [
    // Configured in `tsr.config.json`.
    tanstackRouter(),
    legalDocuments(),
    react(),
    stripDescriptions(),
    stripJsonSchema(),
    slimContract(),
  ],
  define: { 'import.meta.env.VITE_RELEASE': JSON.stringify(rootPackage.version) },
  // The server replaces this with the nonce of each page: `platform/http/web/static-files.ts`.
  html: { cspNonce: 'NONCE_OF_THIS_PAGE' },
  // React includes this since version 18, so the shim is left out.
  resolve: { alias: [{ find: /^use-sync-external-store\/shim$/, replacement: 'react' }] },
  server: { port: 5173, proxy: { '/v1': 'http://localhost:3000', '/dev/outbox/templates': 'http://localhost:3000' } },
  build: {
    outDir: 'dist',
    assetsDir: 'assets',
    // For the server alone, which finds the source of a reported error by them; `build-web.mjs` moves them away.
    sourcemap: 'hidden',
    // The content security policy allows no `data:` scripts or fonts, so nothing is inlined.
    assetsInlineLimit: 0,
    target: 'es2022',
    // Every browser that supports this target supports module preload.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // The initial code of every visit, in one chunk: as 30 separate chunks it was a twentieth larger.
            { name: 'initial', tags: ['$initial'] },
            { name: 'zod', test: /[\\/]node_modules[\\/]zod[\\/]/ },
            // The routes of all other screens, without the screens themselves, whose ids have a `?` after the file.
            { name: 'routes', test: /[\\/]src[\\/](routes[\\/]|(routeTree\.gen|other-routes))[^?]*$/ },
            // Bundled: the icons of the menu and the like are half the size they are as 30 separate files.
            { name: 'icons', test: /[\\/]lucide-react[\\/]dist[\\/]esm[\\/]icons[\\/]/, minShareCount: 5 },
            // The frame of the portal, and what nearly all of its screens use.
            { name: 'portal', test: (id) => portalShellModules.some((part) => part.test(id)) },
          ],
        },
      },
    },
  },
})
