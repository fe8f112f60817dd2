import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { legalDocuments } from './legal-documents.ts'
import { slimContract } from './slim-contract.ts'
import { withoutDescriptions } from './without-descriptions.ts'
import { withoutJsonSchema } from './without-json-schema.ts'

const ofEveryPortalScreen = [
  /[\\/]src[\\/]routes[\\/]portal[\\/]route\.tsx\?/,
  /[\\/]src[\\/]ui[\\/]shell[\\/](portal|shell|sidebar)\.tsx$/,
  /[\\/]src[\\/]ui[\\/](hooks|layout[\\/]page-header|display[\\/](badges|facts|links|state-view))\.tsx?$/,
]

export default defineConfig({
  plugins: [
    // As `tsr.config.json` says.
    tanstackRouter(),
    legalDocuments(),
    react(),
    withoutDescriptions(),
    withoutJsonSchema(),
    slimContract(),
  ],
  // The server puts the nonce of each page in its place: `platform/http/web.ts`.
  html: { cspNonce: 'NONCE_OF_THIS_PAGE' },
  // React has had this since 18, so what stands in for it is left out.
  resolve: { alias: [{ find: /^use-sync-external-store\/shim$/, replacement: 'react' }] },
  server: { port: 5173, proxy: { '/v1': 'http://localhost:3000', '/dev/outbox/templates': 'http://localhost:3000' } },
  build: {
    outDir: 'dist',
    assetsDir: 'assets',
    // The content security policy allows no data: scripts or fonts, so nothing is inlined.
    assetsInlineLimit: 0,
    target: 'es2022',
    // Every browser that runs this target preloads by itself.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // What every visit begins with, in one: as 30 chunks of their own it was a twentieth larger.
            { name: 'initial', tags: ['$initial'] },
            { name: 'zod', test: /[\\/]node_modules[\\/]zod[\\/]/ },
            // The addresses of all other screens, without the screens: each has a `?` behind its file.
            { name: 'routes', test: /[\\/]src[\\/](routes[\\/]|(routeTree\.gen|other-routes))[^?]*$/ },
            // Together, those of the menu and the like are half of what they are as 30 files of their own.
            { name: 'icons', test: /[\\/]lucide-react[\\/]dist[\\/]esm[\\/]icons[\\/]/, minShareCount: 5 },
            // The frame of the portal, and what is on nearly all of its screens.
            { name: 'portal', test: (id) => ofEveryPortalScreen.some((part) => part.test(id)) },
          ],
        },
      },
    },
  },
})
