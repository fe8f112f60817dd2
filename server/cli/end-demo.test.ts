import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDemoAccounts } from '../modules/demo/index.ts'
import { audit } from '../platform/audit.ts'
import { systemClock } from '../platform/util/clock.ts'
import { newId } from '../platform/util/ids.ts'
import { testDatabase } from '../test/stores/database.ts'
import { main as endDemo } from './end-demo.ts'
import { getCommandResult } from './lib/command-result.fixture.ts'

const { db, connectionString, close } = await testDatabase()
const [admin, person] = [newId(), newId()]

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dooryard-cli-'))
  const facts = { firstName: 'Tess', lastName: 'Sampleton', phone: '615-555-0110', passwordHash: '' }
  const role = 'SUPER_ADMIN'
  await db
    .insertInto('users')
    .values([
      { ...facts, id: admin, email: 'admin@dooryard.test', role },
      { ...facts, id: person, email: 'casey@example.com', role },
    ])
    .execute()
  await openDemoAccounts(db, ['admin@dooryard.test'], systemClock.now())
  const [before, after] = [{ role: 'CONSUMER_USER' }, { role }]
  const entry = { actorId: admin, object: { type: 'user', id: person }, before, after }
  await audit({ db, clock: systemClock }, { action: 'account.role_changed', ...entry })
})
afterAll(async () => {
  await close()
  await rm(folder, { recursive: true })
})

/** Returns what demo:end prints, and the role granted by the demo's administrator. */
async function run(...args: string[]) {
  // A setting must name a host; the test server's socket, which the URL also names, takes precedence.
  const url = connectionString.replace('@/', '@localhost/')
  const outcome = await getCommandResult(endDemo, args, { DATA_DIR: join(folder, 'data'), DATABASE_URL: url })
  const { role } = await db.selectFrom('users').select('role').where('id', '=', person).executeTakeFirstOrThrow()
  return { ...outcome, role }
}

test('demo:end shows what ending the demo takes back, takes it back on request, and then has nothing left to take', async () => {
  const shown = await run()
  expect(shown).toMatchObject({ code: 0, role: 'SUPER_ADMIN' })
  expect(shown.out).toContain(`the end of the demo would take back roles\n  ${person}: SUPER_ADMIN to CONSUMER_USER\n`)
  expect(shown.out).toMatch(/would leave no administrator\. Make one before with npm run admin:create\n/)
  expect(shown.out).toMatch(/Nothing was changed\.\n$/)
  const taken = await run('--take-back')
  expect(taken).toMatchObject({ code: 0, role: 'CONSUMER_USER' })
  expect(taken.out).toContain(`the demo ended: roles were taken back\n  ${person}: SUPER_ADMIN to CONSUMER_USER\n`)
  expect((await run('--keep')).out).toMatch(/^There is nothing to decide/)
})

test('demo:end accepts one decision, not two', async () => {
  expect(await run('--keep', '--take-back')).toMatchObject({ code: 1, err: expect.stringMatching(/^Usage:/) })
})
