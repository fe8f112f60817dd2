import { join } from 'node:path'
import pg from 'pg'
import { inject } from 'vitest'

/** Runs queries in the database of the worker's portal, for states that no screen or call can create. */
export async function withDatabase<Result>(work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const folder = inject('portalFolders')[Number(process.env['VITEST_POOL_ID']) - 1]
  const host = join(folder ?? '', 'postgres/run')
  const client = new pg.Client({ host, user: 'dooryard', database: 'postgres' })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
