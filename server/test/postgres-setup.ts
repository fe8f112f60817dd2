import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { getAppConnectionString, getAppRole } from '../platform/postgres/app-role.ts'
import { openPool } from '../platform/postgres/database.ts'
import { startEmbeddedPostgres } from '../platform/postgres/embedded.ts'
import { migrate } from '../platform/postgres/migrate.ts'
import { useRunFolder } from './stores/run-folder.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Without a database name. */
    postgres: string
    /** The role of a portal in the template, and so in its clones. */
    appRole: string
  }
}

export const templateDatabase = 'dooryard_template'

/** Every test file clones its one migrated database. */
export async function setup(project: TestProject) {
  useRunFolder()
  const folder = await mkdtemp(join(tmpdir(), 'postgres-'))
  const postgres = await startEmbeddedPostgres({ folder, unsafe: true })
  const stop = async () => {
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
  try {
    project.provide('appRole', await createTemplate(postgres.connectionString))
  } catch (error) {
    await stop()
    throw error
  }
  project.provide('postgres', postgres.connectionString)
  return stop
}

async function createTemplate(connectionString: string): Promise<string> {
  const admin = new pg.Client({ connectionString })
  await admin.connect()
  await admin.query(`create database ${templateDatabase}`)
  const template = toDatabaseUrl(connectionString, templateDatabase)
  const pool = openPool(template)
  await migrate(pool)
  await getAppConnectionString(pool, template)
  const role = await getAppRole(pool)
  await pool.end()
  // A template with a connection cannot be cloned.
  await admin.query(`alter database ${templateDatabase} allow_connections false`)
  await admin.end()
  return role
}

export const toDatabaseUrl = (connectionString: string, database: string) =>
  connectionString.replace('/postgres?', `/${database}?`)
