import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, inject, test } from 'vitest'
import { toDatabaseUrl } from '../../test/postgres-setup.ts'
import { createLog } from '../log.ts'
import { runForOutcome } from './app-role.fixture.ts'
import { getAppConnectionString, getAppRole } from './app-role.ts'
import { openPool } from './database.ts'
import { startEmbeddedPostgres } from './embedded.ts'
import { migrate } from './migrate.ts'

/** A database on the server, owned by a user who is no superuser. */
async function createManagedDatabase(server: string, rights: string) {
  const name = `managed_${randomBytes(6).toString('hex')}`
  const admin = openPool(server)
  await admin.query(`create role ${name} login ${rights}`)
  await admin.query(`create database ${name} owner ${name}`)
  const connectionString = toDatabaseUrl(server, name).replace('//dooryard@', `//${name}@`)
  const pool = openPool(connectionString)
  await migrate(pool)
  const close = async () => {
    const role = await getAppRole(pool)
    await pool.end()
    await admin.query(`drop database ${name}`)
    await admin.query(`drop role if exists ${name}, ${role}`)
    await admin.end()
  }
  return { name, connectionString, pool, admin, close }
}

async function getCurrentUser(connectionString: string): Promise<string> {
  const pool = openPool(connectionString)
  try {
    expect(await runForOutcome(pool, 'delete from credit_entries')).toMatch(/^42501|^P0001/)
    return (await pool.query('select current_user as role')).rows[0].role
  } finally {
    await pool.end()
  }
}

describe('on a server where the configured user', () => {
  test('may not use the role, the application connects as that user, and warns once', async () => {
    const managed = await createManagedDatabase(inject('postgres'), '')
    const logged: string[] = []
    const log = createLog('info', { write: (line) => void logged.push(line) })
    const connection = await getAppConnectionString(managed.pool, managed.connectionString, log)
    expect(connection).toBe(managed.connectionString)
    expect(logged.map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({
        level: 'warn',
        msg: expect.stringMatching(
          /connects as the owner of its tables, since it cannot use the role dooryard_app_\d+\./,
        ),
        reason: expect.stringContaining('permission denied'),
      }),
    ])
    // The statements that docs/security.md says to run.
    const role = await getAppRole(managed.pool)
    await managed.admin.query(`create role ${role} nologin`)
    await managed.admin.query(`grant ${role} to ${managed.name}`)
    const better = await getAppConnectionString(managed.pool, managed.connectionString, log)
    expect(await getCurrentUser(better)).toBe(role)
    expect(logged).toHaveLength(1)
    await managed.close()
  })

  test('owns one of several databases, its role can open none of the others', async () => {
    const server = inject('postgres')
    const [mine, other] = [await createManagedDatabase(server, ''), await createManagedDatabase(server, '')]
    for (const { name, pool, admin, connectionString } of [mine, other]) {
      const role = await getAppRole(pool)
      await admin.query(`create role ${role} nologin`)
      await admin.query(`grant ${role} to ${name}`)
      expect(await getCurrentUser(await getAppConnectionString(pool, connectionString))).toBe(role)
    }
    const there = openPool(toDatabaseUrl(server, mine.name).replace('//dooryard@', `//${other.name}@`))
    for (const statement of ['select from users', 'insert into users default values', 'delete from users'])
      expect(await runForOutcome(there, statement)).toBe('42501: permission denied for table users')
    const taking = await runForOutcome(there, `set role ${await getAppRole(mine.pool)}`)
    expect(taking).toMatch(/^42501: permission denied to set role/)
    await there.end()
    await mine.close()
    await other.close()
  })

  test('may create roles, the role is created, however many databases need it at once; later tables are granted too', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'dooryard-role-'))
    const server = await startEmbeddedPostgres({ folder, unsafe: true })
    const managed = await Promise.all(
      ['createrole', 'superuser', 'superuser', 'superuser'].map((rights) =>
        createManagedDatabase(server.connectionString, rights),
      ),
    )
    const [first, ...others] = managed
    if (!first) throw new Error('no database')
    const connection = await getAppConnectionString(first.pool, first.connectionString)
    expect(await getCurrentUser(connection)).toBe(await getAppRole(first.pool))
    const connections = await Promise.all(others.map((one) => getAppConnectionString(one.pool, one.connectionString)))
    const users = await Promise.all(connections.map(getCurrentUser))
    expect(users).toEqual(await Promise.all(others.map(({ pool }) => getAppRole(pool))))
    expect(new Set(users).size).toBe(others.length)

    await first.pool.query('create table later (id int generated always as identity, text text)')
    const again = await Promise.all([1, 2, 3].map(() => getAppConnectionString(first.pool, first.connectionString)))
    const app = openPool(again[0] ?? '')
    expect(await runForOutcome(app, `insert into later (text) values ('a')`)).toBe('1 rows')
    await app.end()
    for (const one of managed) await Promise.all([one.pool.end(), one.admin.end()])
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  })
})
