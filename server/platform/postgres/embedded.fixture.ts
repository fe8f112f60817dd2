import { startEmbeddedPostgres } from './embedded.ts'

// A process with an embedded PostgreSQL, to be killed.
const postgres = await startEmbeddedPostgres({ folder: process.argv[2] ?? '' })
process.stdout.write(`${postgres.connectionString}\n`)
setInterval(() => undefined, 60_000)
