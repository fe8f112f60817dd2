import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { promisify } from 'node:util'
import { openPool } from '../server/platform/postgres/database.ts'
import { startEmbeddedPostgres } from '../server/platform/postgres/embedded.ts'
import { migrate } from '../server/platform/postgres/migrate.ts'

// Writes the types of the migrated database to schema.ts; with --check only says whether they are in step.

const run = promisify(execFile)
const root = join(import.meta.dirname, '..')
const schemaFile = join(root, 'server/platform/postgres/schema.ts')

const checking = process.argv.includes('--check')
const folder = await mkdtemp(join(tmpdir(), 'dooryard-types-'))
const postgres = await startEmbeddedPostgres({ folder, unsafe: true })
try {
  const pool = openPool(postgres.connectionString)
  await migrate(pool)
  await pool.end()
  const outFile = checking ? join(folder, 'schema.ts') : schemaFile
  await generate(postgres.connectionString, outFile)
  if (checking && (await readFile(outFile, 'utf8')) !== (await readFile(schemaFile, 'utf8').catch(() => ''))) {
    console.error(`${relative(root, schemaFile)} is not in step with the migrations: run "npm run db:types".`)
    process.exitCode = 1
  }
} finally {
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
}

/** 64-bit integers are numbers and dates are text, as the pool reads them. */
async function generate(connectionString: string, outFile: string) {
  await run(process.execPath, [
    join(root, 'node_modules/kysely-codegen/dist/cli/bin.js'),
    ...['--dialect', 'postgres', '--camel-case', '--url', connectionString, '--out-file', outFile],
    ...['--default-schema', 'public', '--include-pattern', 'public.*', '--exclude-pattern', 'public.schema_migrations'],
    ...['--date-parser', 'string', '--type-mapping', '{"int8":"number"}', '--log-level', 'error'],
  ])
}
