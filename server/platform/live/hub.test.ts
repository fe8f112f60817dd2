import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { pino } from 'pino'
import { afterAll, afterEach, expect, inject, test, vi } from 'vitest'
import { testDatabase } from '../../test/database.ts'
import { inTransaction, openPool } from '../postgres/database.ts'
import { announce, type Hub, openHub } from './hub.ts'

const { db, pool, connectionString, close } = await testDatabase()
const hubs: Hub[] = []
afterEach(async () => void (await Promise.all(hubs.splice(0).map((hub) => hub.close()))))
afterAll(close)

async function open(...[at = connectionString, pulse]: [string?, Parameters<typeof openHub>[2]?]) {
  const hub = await openHub(at, pino({ level: 'silent' }), pulse)
  hubs.push(hub)
  return hub
}

/** Counts what a listener is told. */
function counter() {
  const told = { times: 0 }
  return { told, listener: () => void told.times++ }
}

const connections = async () =>
  (
    await pool.query(`select pid from pg_stat_activity where application_name = 'dooryard live'
    and datname = current_database()`)
  ).rows.map(({ pid }): number => pid)

/** Ends every connection that listens: one of a hub that was closed before may still be listed. */
const killConnections = (also = '') =>
  pool.query(`select pg_terminate_backend(pid)${also} from pg_stat_activity
    where application_name = 'dooryard live' and datname = current_database()`)

/** Says whether the database lets anybody new in; who is in already stays. */
async function allowConnections(isAllowed: boolean) {
  // Asked of the pool, so that it has a connection for what is asked meanwhile.
  const { name } = (await pool.query('select current_database() as name')).rows[0]
  const admin = openPool(inject('postgres'), { max: 1 })
  await admin.query(`alter database ${name} allow_connections ${isAllowed}`)
  await admin.end()
}

/** Everything announced before has arrived once this announcement has. */
async function settled(hub: Hub) {
  const { told, listener } = counter()
  const stop = hub.subscribe(['fence'], listener)
  await announce(db, 'fence')
  await expect.poll(() => told.times).toBeGreaterThan(0)
  stop()
}

test('an announcement reaches every subscriber of its topic, in every process, and no other', async () => {
  const [here, there] = [await open(), await open()]
  const [first, second, other] = [counter(), counter(), counter()]
  here.subscribe(['order:1', 'order:2'], first.listener)
  there.subscribe(['order:2'], second.listener)
  here.subscribe(['order:3'], other.listener)
  await announce(db, 'order:1')
  await announce(db, 'order:2')
  await Promise.all([settled(here), settled(there)])
  expect([first.told.times, second.told.times, other.told.times]).toEqual([2, 1, 0])
})

test('an announcement waits for its transaction, and is never heard of one that fails', async () => {
  const hub = await open()
  const { told, listener } = counter()
  hub.subscribe(['order:1'], listener)
  await inTransaction({ db }, async ({ db: trx }) => {
    await announce(trx, 'order:1')
    await settled(hub)
    expect(told.times).toBe(0)
  })
  await settled(hub)
  expect(told.times).toBe(1)
  await inTransaction({ db }, async ({ db: trx }) => {
    await announce(trx, 'order:1')
    throw new Error('no')
  }).catch(() => undefined)
  await settled(hub)
  expect(told.times).toBe(1)
})

test('who unsubscribes is told no more, and the others of the topic are', async () => {
  const hub = await open()
  const [leaver, stayer] = [counter(), counter()]
  const leave = hub.subscribe(['order:1'], leaver.listener)
  hub.subscribe(['order:1'], stayer.listener)
  leave()
  await announce(db, 'order:1')
  await settled(hub)
  expect([leaver.told.times, stayer.told.times]).toEqual([0, 1])
})

test('a lost connection comes back, and whoever listens is told to look again', async () => {
  const hub = await open()
  const { told, listener } = counter()
  hub.subscribe(['order:1'], listener)
  // In one statement: nobody listens again yet, so the announcement is lost; the look afterwards makes up for it.
  await killConnections(`, pg_notify('live', 'order:1')`)
  await expect.poll(() => told.times).toBe(1)
  await announce(db, 'order:1')
  await expect.poll(() => told.times).toBe(2)
})

/** A way to the database that can be cut: what has come by it until then, or comes while it is cut, hears nothing more. */
async function cuttableWay() {
  const { user, password, database, host, port } = new pg.Client({ connectionString })
  const came: Socket[] = []
  const deaf = new Set<Socket>()
  let isCut = false
  const server = createServer((near) => {
    const far = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host)
    came.push(near)
    if (isCut) deaf.add(near)
    near.on('data', (bytes) => deaf.has(near) || far.write(bytes))
    far.on('data', (bytes) => deaf.has(near) || near.write(bytes))
    near.on('error', () => undefined).on('close', () => far.destroy())
    far.on('error', () => undefined).on('close', () => deaf.has(near) || near.destroy())
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const { port: here } = server.address() as AddressInfo // it listens on a port
  const cut = () => {
    isCut = true
    for (const socket of came) deaf.add(socket)
  }
  const mend = () => {
    isCut = false
  }
  const at = `postgresql://${user}:${encodeURIComponent(password ?? '')}@127.0.0.1:${here}/${database}`
  return { at, came, cut, mend, close: () => server.close() }
}

test('a connection that dies without a word is given up, and so is an attempt that hears nothing', async () => {
  const way = await cuttableWay()
  // The first connection has to come about in that time, too.
  const hub = await vi.waitFor(() => open(way.at, { everyMs: 50, patienceMs: 300 }), { timeout: 30_000 })
  const { told, listener } = counter()
  hub.subscribe(['order:1'], listener)
  const came = way.came.length
  way.cut()
  // Nobody hears this; the look afterwards makes up for it.
  await announce(db, 'order:1')
  await expect.poll(() => way.came.length).toBeGreaterThan(came)
  expect(told.times).toBe(0)
  way.mend()
  await expect.poll(() => told.times).toBeGreaterThan(0)
  await settled(hub)
  way.close()
})

test('a database that refuses connections for a while leaves one connection behind, not one for each attempt', async () => {
  const way = await cuttableWay()
  const hub = await open(way.at, { againMs: 10 })
  const { told, listener } = counter()
  hub.subscribe(['order:1'], listener)
  await allowConnections(false)
  await killConnections()
  await expect.poll(() => way.came.length).toBeGreaterThan(4)
  await allowConnections(true)
  await expect.poll(() => told.times).toBeGreaterThan(0)
  const came = way.came.length
  // Were another loop left behind, its next attempt would come within this.
  await sleep(400)
  expect(way.came).toHaveLength(came)
  await expect.poll(connections).toHaveLength(1)
  way.close()
})

test('a hub closed while its connection is away stays closed', async () => {
  const way = await cuttableWay()
  const hub = await open(way.at, { againMs: 10 })
  await allowConnections(false)
  await killConnections()
  await expect.poll(connections).toEqual([])
  await hub.close()
  const came = way.came.length
  await allowConnections(true)
  await sleep(400)
  // One attempt may have been on its way.
  expect(way.came.length).toBeLessThanOrEqual(came + 1)
  await expect.poll(connections).toEqual([])
  way.close()
})

test('a database that is not there is an error, and no attempt goes on behind it', async () => {
  await expect(openHub(connectionString.replace('/test_', '/nothing_'), pino({ level: 'silent' }))).rejects.toThrow()
})
