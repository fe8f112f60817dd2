import type { Pool } from './database.ts'

/** Does statements in a transaction that is undone, and says what they came to: rows, or the code of their refusal. */
export async function outcome(pool: Pool, ...statements: string[]): Promise<string> {
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
