import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Rolldown } from 'vite'
import rootPackage from '../package.json' with { type: 'json' }
import { leftOutParts } from './left-out-parts.ts'
import { legalDocuments } from './legal-documents.ts'
import { slimContract } from './slim-contract.ts'
import { stripDescriptions } from './strip-descriptions.ts'
import { stripJsonSchema } from './strip-json-schema.ts'

const portalShellModules = [
  /[\\/]src[\\/]routes[\\/]portal[\\/]route\.tsx\?/,
  /[\\/]src[\\/]ui[\\/]shell[\\/](portal|shell|navigation[\\/]sidebar)\.tsx$/,
  /[\\/]src[\\/]ui[\\/](hooks[\\/]hooks|layout[\\/]page-header|display[\\/](badges|description-list|links)|feedback[\\/]state-view)\.tsx?$/,
]

/** The chunks of every visit, and of the frame of the portal. */
const framePattern = /assets[\\/](index|frame|icons|zod)-[^\\/]*\.js$/
const routesPattern = /assets[\\/]routes-[^\\/]*\.js$/

const groups: Rolldown.CodeSplittingGroup[] = [
  // The initial code of every visit, in one chunk: as 30 separate chunks it was a twentieth larger.
  { name: 'initial', tags: ['$initial'] },
  { name: 'zod', test: /[\\/]node_modules[\\/]zod[\\/]/ },
  // The routes of all other screens, without the screens themselves, whose ids have a `?` after the file, and the
  // calls of signed-in users, which all of these screens make.
  {
    name: 'routes',
    test: /[\\/]src[\\/](routes[\\/]|(routeTree\.gen|other-routes|lib[\\/]api[\\/]call-as-user))[^?]*$/,
  },
  // Bundled: the icons of the menu and the like are half the size they are as 30 separate files.
  { name: 'icons', test: /[\\/]lucide-react[\\/]dist[\\/]esm[\\/]icons[\\/]/, minShareCount: 12 },
  // The enumerated values, likewise: a campaign needed ten files of them.
  { name: 'enums', test: /[\\/]contract[\\/]src[\\/]api[\\/]enums\.ts/, minShareCount: 8 },
  // The frame of the portal, and what nearly all of its screens use.
  { name: 'frame', test: (id) => portalShellModules.some((part) => part.test(id)) },
]

/** Shared parts that browser tests hold back or wait for. */
const watchedParts = ['filters', 'toast-queue', 'use-map']

/**
 * Screens and lazy parts have their names. A part that several of them share does not: those names were two kibibytes
 * of every visit, and its modules are in its source map.
 */
const isNamed = ({ name, isDynamicEntry }: { name: string; isDynamicEntry: boolean }) =>
  isDynamicEntry || watchedParts.includes(name) || groups.some((group) => group.name === name)

export default defineConfig({
  plugins: [
    // Configured in `tsr.config.json`.
    tanstackRouter(),
    legalDocuments(),
    react(),
    stripDescriptions(),
    stripJsonSchema(),
    slimContract(),
    leftOutParts.check(),
  ],
  define: { 'import.meta.env.VITE_RELEASE': JSON.stringify(rootPackage.version) },
  // The server replaces this with the nonce of each page: `platform/http/web/static-files.ts`.
  html: { cspNonce: 'NONCE_OF_THIS_PAGE' },
  resolve: {
    alias: [
      // React includes this since version 18, so the shim is left out.
      { find: /^use-sync-external-store\/shim$/, replacement: 'react' },
      ...leftOutParts.aliases,
    ],
  },
  server: {
    port: 5173,
    proxy: {
      '/v1': 'http://localhost:3000',
      '/map/': 'http://localhost:3000',
      '/dev/outbox/templates': 'http://localhost:3000',
    },
  },
  build: {
    outDir: 'dist',
    assetsDir: 'assets',
    // For the server alone, which finds the source of a reported error by them; `build-web.mjs` moves them away.
    sourcemap: 'hidden',
    // The content security policy allows no `data:` scripts or fonts, so nothing is inlined.
    assetsInlineLimit: 0,
    target: 'es2022',
    modulePreload: {
      // Every browser that supports this target supports module preload.
      polyfill: false,
      // A dialog or menu finds its imports itself when it first opens: listing them cost every visit two kibibytes.
      resolveDependencies: (file, imported, { hostId, hostType }) => {
        if (hostType === 'html') return imported
        const isOverlay = framePattern.test(hostId) && !routesPattern.test(file)
        return isOverlay ? [] : imported.filter((one) => !framePattern.test(one))
      },
    },
    rolldownOptions: {
      output: {
        // The shortest hashes that the bundler makes: the names of hundreds of files are in the code of every visit.
        entryFileNames: 'assets/[name]-[hash:7].js',
        chunkFileNames: (chunk) => (isNamed(chunk) ? 'assets/[name]-[hash:7].js' : 'assets/[hash:7].js'),
        assetFileNames: ({ names: [name = ''] }) =>
          name.endsWith('.css') ? 'assets/[hash:7].css' : 'assets/[name]-[hash:7][extname]',
        codeSplitting: { groups },
      },
    },
  },
})
