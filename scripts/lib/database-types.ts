import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { openPool } from '../../server/platform/postgres/database.ts'
import { startEmbeddedPostgres } from '../../server/platform/postgres/embedded.ts'
import { migrate } from '../../server/platform/postgres/migrate.ts'

const run = promisify(execFile)
const root = join(import.meta.dirname, '..', '..')
const postgresFolder = join(root, 'server/platform/postgres')
const typesFile = join(postgresFolder, 'schema.gen.ts')

/** What has two names for one release is written by the new one alone: the migration comments on the other. */
const dropFormerNames = `do $$
  declare
    statement text;
  begin
    for statement in
      select format(case relkind when 'v' then 'drop view %1$I' else 'alter table %1$I drop column %2$I cascade' end,
        relname, attname)
      from pg_description join pg_class on pg_class.oid = objoid and relnamespace = 'public'::regnamespace
        left join pg_attribute on attrelid = objoid and attnum = objsubid and objsubid > 0
      where classoid = 'pg_class'::regclass and description like 'Former name of %' and (relkind = 'v') = (objsubid = 0)
    loop
      execute statement;
    end loop;
  end $$`

/** Writes the types of the migrated database, unless they already match the migrations. */
export async function writeDatabaseTypes() {
  const version = `// Of the migrations ${await hashMigrations()}\n`
  if ((await readFile(typesFile, 'utf8').catch(() => '')).startsWith(version)) return
  const folder = await mkdtemp(join(tmpdir(), 'dooryard-types-'))
  const postgres = await startEmbeddedPostgres({ folder, unsafe: true })
  try {
    const pool = openPool(postgres.connectionString)
    await migrate(pool)
    await pool.query(dropFormerNames)
    await pool.end()
    const outFile = join(folder, 'schema.ts')
    await generate(postgres.connectionString, outFile)
    await writeFile(typesFile, version + (await readFile(outFile, 'utf8')))
  } finally {
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

async function hashMigrations(): Promise<string> {
  const hash = createHash('sha256')
  // The output also depends on this generator and its version.
  for (const path of [import.meta.filename, join(root, 'package.json')]) hash.update(await readFile(path))
  const folder = join(postgresFolder, 'migrations')
  for (const name of (await readdir(folder)).sort()) hash.update(name).update(await readFile(join(folder, name)))
  return hash.digest('hex').slice(0, 16)
}

/** 64-bit integers are numbers and dates are strings, as the pool parses them. */
async function generate(connectionString: string, outFile: string) {
  await run(process.execPath, [
    join(root, 'node_modules/kysely-codegen/dist/cli/bin.js'),
    ...['--dialect', 'postgres', '--camel-case', '--url', connectionString, '--out-file', outFile],
    ...['--default-schema', 'public', '--include-pattern', 'public.*', '--exclude-pattern', 'public.schema_migrations'],
    ...['--date-parser', 'string', '--type-mapping', '{"int8":"number"}', '--log-level', 'error'],
  ])
}
