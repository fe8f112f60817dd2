import { bootstrap } from './bootstrap.mjs'
import { buildWebWhenStale } from './lib/build-web.mjs'
import { become, fail } from './lib/run.mjs'

// npm start: install when needed, build the web client when stale, then become the server.

await bootstrap()
if ((await buildWebWhenStale()) !== 0) fail('The web client could not be built: see above.')
become('server/main.ts', process.argv.slice(2))
