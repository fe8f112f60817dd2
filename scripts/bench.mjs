import { bootstrap } from './bootstrap.mjs'
import { become } from './lib/run.mjs'

// npm run bench: install when needed, then measure; see bench/main.ts.

await bootstrap()
become('bench/main.ts', process.argv.slice(2))
