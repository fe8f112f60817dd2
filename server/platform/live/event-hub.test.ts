import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { pino } from 'pino'
import { afterAll, afterEach, expect, inject, test, vi } from 'vitest'
import { testDatabase } from '../../test/stores/database.ts'
import { inTransaction, openPool } from '../postgres/database.ts'
import { type EventHub, openEventHub, publishTopic } from './event-hub.ts'

const { db, pool, connectionString, close } = await testDatabase()
const hubs: EventHub[] = []
afterEach(async () => void (await Promise.all(hubs.splice(0).map((hub) => hub.close()))))
afterAll(close)

async function openTestHub(...[at = connectionString, pulse]: [string?, Parameters<typeof openEventHub>[2]?]) {
  const hub = await openEventHub(at, pino({ level: 'silent' }), pulse)
  hubs.push(hub)
  return hub
}

/** Counts the notifications of a listener. */
function createCounter() {
  const received = { times: 0 }
  return { received, listener: () => void received.times++ }
}

const listConnections = async () =>
  (
    await pool.query(`select pid from pg_stat_activity where application_name = 'dooryard live'
    and datname = current_database()`)
  ).rows.map(({ pid }): number => pid)

/** Ends every listening connection: one of a hub that was closed before may still be listed. */
const killConnections = (also = '') =>
  pool.query(`select pg_terminate_backend(pid)${also} from pg_stat_activity
    where application_name = 'dooryard live' and datname = current_database()`)

/** Sets whether the database accepts new connections; existing ones stay. */
async function allowConnections(isAllowed: boolean) {
  // Run on the pool, so that it has a connection for later queries.
  const { name } = (await pool.query('select current_database() as name')).rows[0]
  const admin = openPool(inject('postgres'), { max: 1 })
  await admin.query(`alter database ${name} allow_connections ${isAllowed}`)
  await admin.end()
}

/** Everything published before has arrived once this topic has. */
async function waitUntilSettled(hub: EventHub) {
  const { received, listener } = createCounter()
  const stop = hub.subscribe(['fence'], listener)
  await publishTopic(db, 'fence')
  await expect.poll(() => received.times).toBeGreaterThan(0)
  stop()
}

test('a published topic reaches its subscribers in every process, and no others', async () => {
  const [here, there] = [await openTestHub(), await openTestHub()]
  const [first, second, other] = [createCounter(), createCounter(), createCounter()]
  here.subscribe(['order:1', 'order:2'], first.listener)
  there.subscribe(['order:2'], second.listener)
  here.subscribe(['order:3'], other.listener)
  await publishTopic(db, 'order:1')
  await publishTopic(db, 'order:2')
  await Promise.all([waitUntilSettled(here), waitUntilSettled(there)])
  expect([first.received.times, second.received.times, other.received.times]).toEqual([2, 1, 0])
})

test('a topic is published when its transaction commits, and never when it fails', async () => {
  const hub = await openTestHub()
  const { received, listener } = createCounter()
  hub.subscribe(['order:1'], listener)
  await inTransaction({ db }, async ({ db: trx }) => {
    await publishTopic(trx, 'order:1')
    await waitUntilSettled(hub)
    expect(received.times).toBe(0)
  })
  await waitUntilSettled(hub)
  expect(received.times).toBe(1)
  await inTransaction({ db }, async ({ db: trx }) => {
    await publishTopic(trx, 'order:1')
    throw new Error('no')
  }).catch(() => undefined)
  await waitUntilSettled(hub)
  expect(received.times).toBe(1)
})

test('an unsubscribed listener is not notified, and the others of the topic are', async () => {
  const hub = await openTestHub()
  const [leaver, stayer] = [createCounter(), createCounter()]
  const leave = hub.subscribe(['order:1'], leaver.listener)
  hub.subscribe(['order:1'], stayer.listener)
  leave()
  await publishTopic(db, 'order:1')
  await waitUntilSettled(hub)
  expect([leaver.received.times, stayer.received.times]).toEqual([0, 1])
})

test('a lost connection is restored, and every listener is notified', async () => {
  const hub = await openTestHub()
  const { received, listener } = createCounter()
  hub.subscribe(['order:1'], listener)
  // In one statement: no listener is connected yet, so the notification is lost; notifying everyone after the
  // reconnect makes up for it.
  await killConnections(`, pg_notify('live', 'order:1')`)
  await expect.poll(() => received.times).toBe(1)
  await publishTopic(db, 'order:1')
  await expect.poll(() => received.times).toBe(2)
})

/** A proxy to the database that can be cut: connections made before or during the cut receive nothing more. */
async function openCuttableProxy() {
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

test('a connection that dies silently is abandoned, and so is an attempt without an answer', async () => {
  const way = await openCuttableProxy()
  // The first connection has to be established in that time, too.
  const hub = await vi.waitFor(() => openTestHub(way.at, { everyMs: 50, patienceMs: 300 }), { timeout: 30_000 })
  const { received, listener } = createCounter()
  hub.subscribe(['order:1'], listener)
  const came = way.came.length
  way.cut()
  // No listener receives this; notifying everyone after the reconnect makes up for it.
  await publishTopic(db, 'order:1')
  await expect.poll(() => way.came.length).toBeGreaterThan(came)
  expect(received.times).toBe(0)
  way.mend()
  await expect.poll(() => received.times).toBeGreaterThan(0)
  await waitUntilSettled(hub)
  way.close()
})

test('a database that refuses connections for a while leaves one connection in the end, not one per attempt', async () => {
  const way = await openCuttableProxy()
  const hub = await openTestHub(way.at, { againMs: 10 })
  const { received, listener } = createCounter()
  hub.subscribe(['order:1'], listener)
  await allowConnections(false)
  await killConnections()
  await expect.poll(() => way.came.length).toBeGreaterThan(4)
  await allowConnections(true)
  await expect.poll(() => received.times).toBeGreaterThan(0)
  const came = way.came.length
  // If another loop were left behind, its next attempt would come within this time.
  await sleep(400)
  expect(way.came).toHaveLength(came)
  await expect.poll(listConnections).toHaveLength(1)
  way.close()
})

test('a hub closed while disconnected stays closed', async () => {
  const way = await openCuttableProxy()
  const hub = await openTestHub(way.at, { againMs: 10 })
  await allowConnections(false)
  await killConnections()
  await expect.poll(listConnections).toEqual([])
  await hub.close()
  const came = way.came.length
  await allowConnections(true)
  await sleep(400)
  // One attempt may have been on its way.
  expect(way.came.length).toBeLessThanOrEqual(came + 1)
  await expect.poll(listConnections).toEqual([])
  way.close()
})

test('an unreachable database is an error, and no attempt continues', async () => {
  await expect(
    openEventHub(connectionString.replace('/test_', '/nothing_'), pino({ level: 'silent' })),
  ).rejects.toThrow()
})
