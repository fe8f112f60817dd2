import { bootstrap } from './bootstrap.mjs'
import { buildWebWhenStale } from './lib/build-web.mjs'
import { runAsSelf } from './lib/run.mjs'

// npm run bench, bench:import, bench:orders, bench:sign-in, bench:webhooks, bench:admin-lists,
// bench:valuation: installs when necessary, then runs that benchmark.

const [measurement, ...args] = process.argv.slice(2)
await bootstrap()
if (measurement === 'main') await buildWebWhenStale()
runAsSelf(`bench/${measurement}.ts`, args)
