import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { withoutDescriptions } from './without-descriptions.ts'

export default defineConfig({
  plugins: [
    tanstackRouter({
      target: 'react',
      routesDirectory: 'src/routes',
      generatedRouteTree: 'src/routeTree.gen.ts',
      autoCodeSplitting: true,
      quoteStyle: 'single',
      semicolons: false,
    }),
    react(),
    withoutDescriptions(),
  ],
  // The server puts the nonce of each page in its place: `platform/http/web.ts`.
  html: { cspNonce: 'NONCE_OF_THIS_PAGE' },
  server: { port: 5173, proxy: { '/v1': 'http://localhost:3000' } },
  build: {
    outDir: 'dist',
    assetsDir: 'assets',
    // The content security policy allows no data: scripts or fonts, so nothing is inlined.
    assetsInlineLimit: 0,
    target: 'es2022',
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // One chunk, run before any that declares a schema: zod has to be told to do without `eval` first.
            { name: 'zod', test: /[\\/]node_modules[\\/]zod[\\/]|[\\/]jitless\.ts$/ },
            // Together, those of the menu and the like are half of what they are as 30 files of their own.
            { name: 'icons', test: /[\\/]lucide-react[\\/]dist[\\/]esm[\\/]icons[\\/]/, minShareCount: 5 },
            // What every screen begins with, in one: as 30 chunks of their own it was a twentieth larger.
            { name: 'initial', tags: ['$initial'] },
          ],
        },
      },
    },
  },
})
