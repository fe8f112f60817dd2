import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { testDatabase } from '../../test/stores/database.ts'
import { main as createAdmin } from '../create-admin.ts'
import { getCommandResult } from './command-result.fixture.ts'

type Database = Awaited<ReturnType<typeof testDatabase>>

const ada = [
  ...['--email', 'ada@example.com', '--first-name', 'Ada'],
  ...['--last-name', 'Placeholder', '--phone', '615-555-0100'],
]

/** A folder with a roll, in which a test file makes installations; all is removed by `close`. */
export async function prepareInstallations() {
  const folder = await mkdtemp(join(tmpdir(), 'dooryard-cli-'))
  const databases: Database[] = []
  const roll = join(folder, 'roll.csv')
  await writeFile(
    roll,
    'apn,address,owner_1,mystery\n1,12 EXAMPLE ORCHARD LN,TESTWELL AVERY,x\n2,14 EXAMPLE LN,LEE,y\n',
  )

  /** A separate installation: its own database, and the property store that the test file shares. */
  async function createInstallation() {
    const database = await testDatabase()
    databases.push(database)
    // A setting must name a host; the test server's socket, which the URL also names, takes precedence.
    const url = database.connectionString.replace('@/', '@localhost/')
    const env = { DATA_DIR: join(folder, 'data'), DATABASE_URL: url }
    const statements = async (...sql: string[]) => {
      for (const one of sql) await database.pool.query(one)
    }
    return {
      env,
      statements,
      createAdmin: (password: string) => getCommandResult(createAdmin, ada, env, `${password}\n`),
    }
  }

  async function close() {
    await Promise.all(databases.map((database) => database.close()))
    await rm(folder, { recursive: true })
  }

  return { folder, roll, createInstallation, close }
}
