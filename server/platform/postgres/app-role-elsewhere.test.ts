import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, inject, test } from 'vitest'
import { onDatabase } from '../../test/postgres-setup.ts'
import { createLog } from '../log.ts'
import { outcome } from './app-role.fixture.ts'
import { appRoleOf, connectionAsApp } from './app-role.ts'
import { openPool } from './database.ts'
import { startEmbeddedPostgres } from './embedded.ts'
import { migrate } from './migrate.ts'

/** A database of the server that belongs to a user who is no superuser. */
async function databaseOf(server: string, rights: string) {
  const name = `managed_${randomBytes(6).toString('hex')}`
  const admin = openPool(server)
  await admin.query(`create role ${name} login ${rights}`)
  await admin.query(`create database ${name} owner ${name}`)
  const connectionString = onDatabase(server, name).replace('//dooryard@', `//${name}@`)
  const pool = openPool(connectionString)
  await migrate(pool)
  const close = async () => {
    const role = await appRoleOf(pool)
    await pool.end()
    await admin.query(`drop database ${name}`)
    await admin.query(`drop role if exists ${name}, ${role}`)
    await admin.end()
  }
  return { name, connectionString, pool, admin, close }
}

async function currentUser(connectionString: string): Promise<string> {
  const pool = openPool(connectionString)
  try {
    expect(await outcome(pool, 'delete from credit_entries')).toMatch(/^42501|^P0001/)
    return (await pool.query('select current_user as role')).rows[0].role
  } finally {
    await pool.end()
  }
}

describe('on a server where the user given', () => {
  test('may not use the role, the application connects as that user, and says so once', async () => {
    const managed = await databaseOf(inject('postgres'), '')
    const logged: string[] = []
    const log = createLog('info', { write: (line) => void logged.push(line) })
    const connection = await connectionAsApp(managed.pool, managed.connectionString, log)
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
    // What docs/security.md says to run.
    const role = await appRoleOf(managed.pool)
    await managed.admin.query(`create role ${role} nologin`)
    await managed.admin.query(`grant ${role} to ${managed.name}`)
    const better = await connectionAsApp(managed.pool, managed.connectionString, log)
    expect(await currentUser(better)).toBe(role)
    expect(logged).toHaveLength(1)
    await managed.close()
  })

  test('owns a database beside those of others, its role opens none of theirs', async () => {
    const server = inject('postgres')
    const [mine, other] = [await databaseOf(server, ''), await databaseOf(server, '')]
    for (const { name, pool, admin, connectionString } of [mine, other]) {
      const role = await appRoleOf(pool)
      await admin.query(`create role ${role} nologin`)
      await admin.query(`grant ${role} to ${name}`)
      expect(await currentUser(await connectionAsApp(pool, connectionString))).toBe(role)
    }
    const there = openPool(onDatabase(server, mine.name).replace('//dooryard@', `//${other.name}@`))
    for (const statement of ['select from users', 'insert into users default values', 'delete from users'])
      expect(await outcome(there, statement)).toBe('42501: permission denied for table users')
    const taking = await outcome(there, `set role ${await appRoleOf(mine.pool)}`)
    expect(taking).toMatch(/^42501: permission denied to set role/)
    await there.end()
    await mine.close()
    await other.close()
  })

  test('may make roles, the role is made, however many databases want it at once; later tables are granted too', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'dooryard-role-'))
    const server = await startEmbeddedPostgres({ folder, unsafe: true })
    const managed = await Promise.all(
      ['createrole', 'superuser', 'superuser', 'superuser'].map((rights) =>
        databaseOf(server.connectionString, rights),
      ),
    )
    const [first, ...others] = managed
    if (!first) throw new Error('no database')
    const connection = await connectionAsApp(first.pool, first.connectionString)
    expect(await currentUser(connection)).toBe(await appRoleOf(first.pool))
    const connections = await Promise.all(others.map((one) => connectionAsApp(one.pool, one.connectionString)))
    const users = await Promise.all(connections.map(currentUser))
    expect(users).toEqual(await Promise.all(others.map(({ pool }) => appRoleOf(pool))))
    expect(new Set(users).size).toBe(others.length)

    await first.pool.query('create table later (id int generated always as identity, text text)')
    const again = await Promise.all([1, 2, 3].map(() => connectionAsApp(first.pool, first.connectionString)))
    const app = openPool(again[0] ?? '')
    expect(await outcome(app, `insert into later (text) values ('a')`)).toBe('1 rows')
    await app.end()
    for (const one of managed) await Promise.all([one.pool.end(), one.admin.end()])
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  })
})
