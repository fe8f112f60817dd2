import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Role } from '@dooryard/contract/api/roles'
import { sql } from 'kysely'
import { listenOnFreePort } from '../../test/listen-on-free-port.ts'
import { createCaller } from '../../test/requests.ts'
import { testDatabase } from '../../test/stores/database.ts'
import type { Context, Services } from '../context.ts'
import { createSecrets } from '../crypto/secrets.ts'
import { appError, notFound } from '../errors/app-error.ts'
import { buildCsvDownload } from '../files/csv/csv-download.ts'
import { createUploadQuota } from '../files/uploads/upload-quota.ts'
import { openEventHub, publishTopic } from '../live/event-hub.ts'
import { createLog } from '../log.ts'
import { systemClock } from '../util/clock.ts'
import { newId } from '../util/ids.ts'
import { noKeys } from './access/no-keys.fixture.ts'
import { createApp } from './app.ts'
import { handlers } from './handlers.ts'
import { createRateLimiter } from './limits/rate-limits.ts'
import { mount } from './mount.ts'
import { type Note, notes } from './notes.fixture.ts'
import { endStreams } from './streams/open-streams.ts'

/** The largest file that the notes accept: larger than a JSON body may be. */
export const maxNoteFileBytes = 5_000_000

const uploadLimits = {
  maxFileBytes: maxNoteFileBytes,
  customerFileBytes: maxNoteFileBytes,
  customerDailyBytes: 1024 ** 3,
}

const topic = (id: string) => `note:${id}`

async function getNote({ db, actor }: Pick<Context, 'db' | 'actor'>, id: string): Promise<Note> {
  const { rows } = await sql<Note>`select id, text from notes where id = ${id} and user_id = ${actor.userId}`.execute(
    db,
  )
  if (!rows[0]) throw notFound('This note')
  return rows[0]
}

const buildNoteRoutes = (held: Promise<void>) =>
  handlers(notes, {
    hello: ({ caller }) => caller,
    add: async ({ db, actor }, { body: { text } }) => {
      const id = newId()
      if (text === 'think of it') await sleep(600)
      await sql`insert into notes values (${id}, ${actor.userId}, ${text})`.execute(db)
      if (text === 'refuse me') throw appError('UNPROCESSABLE', 'This note is refused.', { why: 'it asked for it' })
      return { id, text }
    },
    post: async ({ db, actor }, { body: { text } }) => {
      const id = newId()
      await sql`insert into notes values (${id}, ${actor.userId}, ${text})`.execute(db)
      await (text === 'hold me' ? held : sleep(200))
      if (text === 'refuse me') throw appError('UNPROCESSABLE', 'This note is refused.')
      return { id, text, inTransaction: db.isTransaction }
    },
    hear: (_, { body: { text, header } }) => ({ text, signature: header('X-Signature') }),
    get: (ctx, { params }) => getNote(ctx, params.id),
    count: async ({ db, actor }) => {
      const counted = sql<{ count: number }>`select count(*) as count from notes where user_id = ${actor.userId}`
      return (await counted.execute(db)).rows[0] ?? { count: 0 }
    },
    change: async ({ db }, { params, body }): Promise<undefined> => {
      await sql`update notes set text = ${body.text} where id = ${params.id}`.execute(db)
      await publishTopic(db, topic(params.id))
    },
    echo: (_, { query }) => query,
    sign: (_, { body }) => body,
    measure: async (_, { body }) => {
      let bytes = 0
      for await (const chunk of body) bytes += chunk.length
      return { bytes }
    },
    ponder: async ({ signal }, { query }) => {
      if (query.how === 'wraps the reason') await sleep(60_000, undefined, { signal })
      await sleep(60_000, undefined, { signal }).catch(() => signal.throwIfAborted())
      return { id: newId(), text: 'nobody left' }
    },
    export: ({ clock, log }) =>
      buildCsvDownload({
        name: 'notes',
        at: clock.now(),
        columns: [['Note', (row: string) => row]],
        batches: streamEndlessly(),
        log,
      }),
    crash: () => {
      throw new Error('the password of the database is hunter2')
    },
    watch: (ctx, { params }) => ({ topics: [topic(params.id)], read: () => getNote(ctx, params.id) }),
  })

async function* streamEndlessly() {
  for (;;)
    yield await sleep(
      1,
      Array.from({ length: 100 }, () => 'to be'),
    )
}

type NotesServerOptions = { bodyMs?: number; sessionCheckMs?: number; generosity?: number }

/** Serves the notes from their own database. `signIn` issues the tokens. */
export async function startNotesServer({ bodyMs, sessionCheckMs, generosity = 1000 }: NotesServerOptions = {}) {
  const { db, pool, connectionString, close } = await testDatabase()
  await sql`create table notes (id uuid primary key, user_id uuid not null, text text not null)`.execute(db)
  const logged: string[] = []
  const log = createLog('debug', { write: (line) => void logged.push(line) })
  const secrets = createSecrets(randomBytes(32))
  const hub = await openEventHub(connectionString, log)
  const life = { state: 'ready' as 'ready' | 'draining', storesAnswer: true }
  const app = createApp({
    log,
    publicUrl: 'http://localhost:3000',
    state: () => life.state,
    checkStores: async () => life.storesAnswer,
  })
  const held = Promise.withResolvers<void>()
  const sessions = new Map<string, { actor: Context['actor']; expiresAt: Date }>()
  mount(app, buildNoteRoutes(held.promise), {
    // No note uses properties or files.
    services: { db, log, clock: systemClock, secrets } as Services,
    limiter: createRateLimiter(pool, { secrets, generosity }),
    hub,
    authenticate: async (token) => sessions.get(token) ?? null,
    getSessionRoles: async () => new Map([...sessions.values()].map(({ actor }) => [actor.sessionId, actor.role])),
    keys: noKeys,
    uploads: createUploadQuota({ db, clock: systemClock, log }, uploadLimits),
    ...(bodyMs !== undefined && { bodyMs }),
    sessionCheckMs,
    getCaller: (request) => ({ ipAddress: '203.0.113.7', userAgent: request.req.header('user-agent') ?? '' }),
  })
  const server = await listenOnFreePort(app)

  const signIn = async (role: Role = 'ENTERPRISE_USER', lifeMs = 900_000) => {
    const token = `token-${randomBytes(9).toString('hex')}`
    const actor = { userId: newId(), role, sessionId: newId() }
    const person = { email: `${actor.userId}@example.com`, firstName: 'Tess', lastName: 'Noter', phone: '615-555-0130' }
    const row = { ...person, id: actor.userId, role, passwordHash: 'opens nothing' }
    await db.insertInto('users').values(row).execute()
    sessions.set(token, { actor, expiresAt: new Date(Date.now() + lifeMs) })
    return { ...createCaller(server.url, token), token, userId: actor.userId }
  }
  const listNotes = async (userId: string, text: string) =>
    (await sql`select id from notes where user_id = ${userId} and text = ${text}`.execute(db)).rows
  return {
    app,
    db,
    url: server.url,
    nobody: createCaller(server.url),
    signIn,
    listNotes,
    /** Releases the held calls. */
    letGo: held.resolve,
    sessions,
    life,
    logged,
    close: async () => {
      endStreams()
      await server.close()
      await hub.close()
      await close()
    },
  }
}

/** Builds a call that writes a note once, however often it is sent with the key. */
export const toKeyedRequest = (key: string, text: string) => ({ body: { text }, headers: { 'Idempotency-Key': key } })
