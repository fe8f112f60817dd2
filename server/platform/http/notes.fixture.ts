import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { endpoint, FileBody } from '@dooryard/contract/endpoint'
import { PageQuery } from '@dooryard/contract/paging'
import type { Role } from '@dooryard/contract/roles'
import { sql } from 'kysely'
import { z } from 'zod'
import { testDatabase } from '../../test/database.ts'
import { listenSomewhere } from '../../test/listen.ts'
import { callerAt } from '../../test/requests.ts'
import { systemClock } from '../clock.ts'
import type { Context, Services } from '../context.ts'
import { appError, notFound } from '../errors.ts'
import { newId } from '../ids.ts'
import { announce, openHub } from '../live/hub.ts'
import { createLog } from '../log.ts'
import { secretsFrom } from '../secrets.ts'
import { createApp } from './app.ts'
import { handlers } from './handlers.ts'
import { createLimiter } from './limits.ts'
import { mount } from './mount.ts'
import { endStreams } from './stream.ts'

const Note = z.object({ id: z.string(), text: z.string().max(50) })
type Note = z.infer<typeof Note>

const writers = ['ENTERPRISE_USER'] as const
const NoteParams = z.object({ id: z.uuid('A note is its id') })
const NewNote = z.object({
  text: z.string().trim().min(1, 'A note needs text'),
  stars: z.int().max(5).optional(),
  tags: z.array(z.object({ name: z.string() })).optional(),
})

/** A small API that exercises every kind of call. */
export const notes = {
  hello: endpoint({
    method: 'GET',
    path: '/v1/hello',
    summary: 'Open to anyone',
    tag: 'Notes',
    access: 'ANYONE',
    response: z.object({ ipAddress: z.string(), userAgent: z.string() }),
  }),
  add: endpoint({
    method: 'POST',
    path: '/v1/notes',
    summary: 'Write a note',
    tag: 'Notes',
    access: writers,
    body: NewNote,
    response: Note,
    status: 201,
    idempotent: true,
  }),
  get: endpoint({
    method: 'GET',
    path: '/v1/notes/{id}',
    summary: 'One note',
    tag: 'Notes',
    access: writers,
    params: NoteParams,
    response: Note,
  }),
  // Declared after `get`, whose path would match it.
  count: endpoint({
    method: 'GET',
    path: '/v1/notes/count',
    summary: 'How many',
    tag: 'Notes',
    access: writers,
    response: z.object({ count: z.int() }),
  }),
  change: endpoint({
    method: 'PATCH',
    path: '/v1/notes/{id}',
    summary: 'Rewrite a note',
    tag: 'Notes',
    access: writers,
    params: NoteParams,
    body: NewNote,
    status: 204,
  }),
  echo: endpoint({
    method: 'GET',
    path: '/v1/echo',
    summary: 'The query as it was understood',
    tag: 'Notes',
    access: 'SIGNED_IN',
    query: PageQuery.extend({ tag: z.union([z.string(), z.array(z.string())]).optional() }),
    response: z.looseObject({}),
  }),
  measure: endpoint({
    method: 'POST',
    path: '/v1/measure',
    summary: 'How long a file is',
    tag: 'Notes',
    access: writers,
    body: FileBody,
    response: z.object({ bytes: z.int() }),
  }),
  crash: endpoint({
    method: 'GET',
    path: '/v1/crash',
    summary: 'Fails',
    tag: 'Notes',
    access: 'ANYONE',
    response: Note,
  }),
  watch: endpoint({
    method: 'GET',
    path: '/v1/sse/notes/{id}',
    summary: 'A note, now and at every change',
    tag: 'Notes',
    access: writers,
    params: NoteParams,
    query: z.object({ token: z.string().optional() }),
    response: Note,
    answers: 'stream',
  }),
}

/** The largest file that the notes take: more than a JSON body may have. */
export const maxNoteFileBytes = 5_000_000

const topic = (id: string) => `note:${id}`

async function noteOf({ db, actor }: Pick<Context, 'db' | 'actor'>, id: string): Promise<Note> {
  const { rows } = await sql<Note>`select id, text from notes where id = ${id} and user_id = ${actor.userId}`.execute(
    db,
  )
  if (!rows[0]) throw notFound('This note')
  return rows[0]
}

const noteRoutes = handlers(notes, {
  hello: ({ caller }) => caller,
  add: async ({ db, actor }, { body: { text } }) => {
    const id = newId()
    if (text === 'think of it') await sleep(1000)
    await sql`insert into notes values (${id}, ${actor.userId}, ${text})`.execute(db)
    if (text === 'refuse me') throw appError('UNPROCESSABLE', 'This note is refused.', { why: 'it asked for it' })
    return { id, text }
  },
  get: (ctx, { params }) => noteOf(ctx, params.id),
  count: async ({ db, actor }) => {
    const counted = sql<{ count: number }>`select count(*) as count from notes where user_id = ${actor.userId}`
    return (await counted.execute(db)).rows[0] ?? { count: 0 }
  },
  change: async ({ db }, { params, body }): Promise<undefined> => {
    await sql`update notes set text = ${body.text} where id = ${params.id}`.execute(db)
    await announce(db, topic(params.id))
  },
  echo: (_, { query }) => query,
  measure: async (_, { body }) => {
    let bytes = 0
    for await (const chunk of body) bytes += chunk.length
    return { bytes }
  },
  crash: () => {
    throw new Error('the password of the database is hunter2')
  },
  watch: (ctx, { params }) => ({ topics: [topic(params.id)], read: () => noteOf(ctx, params.id) }),
})

/** The notes, served from a database of their own. Who has which token is said by `signIn`. */
export async function notesServer({ bodyMs, generosity = 1000 }: { bodyMs?: number; generosity?: number } = {}) {
  const { db, pool, connectionString, close } = await testDatabase()
  await sql`create table notes (id uuid primary key, user_id uuid not null, text text not null)`.execute(db)
  const logged: string[] = []
  const log = createLog('debug', { write: (line) => void logged.push(line) })
  const secrets = secretsFrom(randomBytes(32))
  const hub = await openHub(connectionString, log)
  const life = { state: 'ready' as 'ready' | 'draining', storesAnswer: true }
  const app = createApp({
    log,
    publicUrl: 'http://localhost:3000',
    state: () => life.state,
    storesAnswer: async () => life.storesAnswer,
  })
  const sessions = new Map<string, { actor: Context['actor']; expiresAt: Date }>()
  mount(app, noteRoutes, {
    // No note is about properties or files.
    services: { db, log, clock: systemClock, secrets } as Services,
    limiter: createLimiter(pool, { secrets, generosity }),
    hub,
    authenticate: async (token) => sessions.get(token) ?? null,
    maxFileBytes: maxNoteFileBytes,
    ...(bodyMs !== undefined && { bodyMs }),
    callerOf: (request) => ({ ipAddress: '203.0.113.7', userAgent: request.req.header('user-agent') ?? '' }),
  })
  const server = await listenSomewhere(app)

  const signIn = async (role: Role = 'ENTERPRISE_USER', lifeMs = 900_000) => {
    const token = `token-${randomBytes(9).toString('hex')}`
    const actor = { userId: newId(), role, sessionId: newId() }
    const person = { email: `${actor.userId}@example.com`, firstName: 'Tess', lastName: 'Noter', phone: '615-555-0130' }
    const row = { ...person, id: actor.userId, role, passwordHash: 'opens nothing' }
    await db.insertInto('users').values(row).execute()
    sessions.set(token, { actor, expiresAt: new Date(Date.now() + lifeMs) })
    return { ...callerAt(server.url, token), token, userId: actor.userId }
  }
  return {
    app,
    db,
    url: server.url,
    nobody: callerAt(server.url),
    signIn,
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
