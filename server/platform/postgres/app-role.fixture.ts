import type { Pool } from './database.ts'

/** Runs statements in a transaction that is rolled back, and returns the result: rows, or the error code. */
export async function runForOutcome(pool: Pool, ...statements: string[]): Promise<string> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    let rows = 0
    for (const statement of statements) rows = (await client.query(statement)).rowCount ?? 0
    return `${rows} rows`
  } catch (error) {
    const { code, message } = error as { code: string; message: string }
    return `${code}: ${message}`
  } finally {
    await client.query('rollback')
    client.release()
  }
}
