import { bootstrap } from './bootstrap.mjs'
import { buildWebWhenStale } from './lib/build-web.mjs'
import { fail, runAsSelf } from './lib/run.mjs'

// npm start: installs when necessary, builds the web client when outdated, then runs the server.

await bootstrap()
if ((await buildWebWhenStale()) !== 0) fail('The web client could not be built: see above.')
runAsSelf('server/main.ts', process.argv.slice(2))
