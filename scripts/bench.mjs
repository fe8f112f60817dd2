import { bootstrap } from './bootstrap.mjs'
import { buildWebWhenStale } from './lib/build-web.mjs'
import { become } from './lib/run.mjs'

// npm run bench, bench:import, bench:orders, bench:sign-in, bench:webhooks, bench:everybody: install when needed, then
// become that measurement of bench.

const [measurement, ...args] = process.argv.slice(2)
await bootstrap()
if (measurement === 'main') await buildWebWhenStale()
become(`bench/${measurement}.ts`, args)
