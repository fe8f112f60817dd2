import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { notes } from '../notes.fixture.ts'
import { checkStreamLimit, type GetSessionRoles, trackStream } from './open-streams.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }))
afterEach(() => {
  while (opened.length > 0) opened.pop()?.()
  vi.useRealTimers()
})

const opened: (() => void)[] = []

/** Opens a stream for a session, and records what ends it. */
function openTestStream(getSessionRoles: GetSessionRoles, sessionId: string, until = new Date(Date.now() + 900_000)) {
  const said: string[] = []
  const leave = trackStream({
    endpoint: notes.watch,
    reader: { sessionId, until },
    getSessionRoles,
    comment: () => said.push('still here'),
    end: (why, error) => {
      leave()
      said.push(error instanceof Error ? `${why}: ${error.message}` : why)
    },
  })
  opened.push(leave)
  return said
}

/** Sessions that are active until removed, and the queries made about them. */
function createSessions(...ids: string[]) {
  const active = new Set(ids)
  const queries: string[][] = []
  const getSessionRoles: GetSessionRoles = async (sessionIds) => {
    queries.push(sessionIds)
    return new Map([...active].map((id) => [id, 'ENTERPRISE_USER']))
  }
  return { active, queries, getSessionRoles }
}

const passFiveSeconds = () => vi.advanceTimersByTimeAsync(5_000)

test('a thousand open streams take one query for their sessions, each named once', async () => {
  const ids = Array.from({ length: 50 }, (_, at) => `session ${at}`)
  const { active, queries, getSessionRoles } = createSessions(...ids)
  const streams = Array.from({ length: 1000 }, (_, at) => openTestStream(getSessionRoles, `session ${at % 50}`))
  await passFiveSeconds()
  expect(queries).toEqual([ids])
  expect(streams.flat()).toEqual([])
  for (const id of ids.slice(1)) active.delete(id)
  await passFiveSeconds()
  expect(queries).toHaveLength(2)
  expect(streams.filter((said) => said.includes('its session may not read it any more'))).toHaveLength(980)
  await passFiveSeconds()
  expect(queries.at(-1)).toEqual(['session 0'])
})

test('the streams of each portal in a process are checked with that portal', async () => {
  const [here, there] = [createSessions('tess'), createSessions('tom')]
  const said = [
    openTestStream(here.getSessionRoles, 'tess'),
    openTestStream(there.getSessionRoles, 'tom'),
    openTestStream(there.getSessionRoles, 'tess'),
  ]
  await passFiveSeconds()
  expect([here.queries, there.queries]).toEqual([[['tess']], [['tom', 'tess']]])
  expect(said).toEqual([[], [], ['its session may not read it any more']])
})

test('a session may have twenty streams, until one is closed or the first token expires', () => {
  const { getSessionRoles } = createSessions('tess', 'tom')
  const now = Date.now()
  const until = (minutes: number) => new Date(now + minutes * 60_000)
  for (let minutes = 1; minutes <= 20; minutes++) {
    expect(checkStreamLimit('tess')).toBeUndefined()
    openTestStream(getSessionRoles, 'tess', until(minutes))
  }
  expect(checkStreamLimit('tess')?.endsAt).toBe(now + 60_000)
  expect(checkStreamLimit('tom')).toBeUndefined()
  opened.pop()?.()
  expect(checkStreamLimit('tess')).toBeUndefined()
})

test('a stream ends with its token, without a query', async () => {
  const { queries, getSessionRoles } = createSessions('tess')
  const said = openTestStream(getSessionRoles, 'tess', new Date())
  await passFiveSeconds()
  expect(said).toEqual(['its token has ended'])
  expect(queries).toEqual([])
})

test('a failing check is retried, and a second failure ends the streams with the reason', async () => {
  const { getSessionRoles } = createSessions('tess')
  let failures = 1
  const said = openTestStream(async (ids) => {
    if (failures-- > 0) throw new Error('the connection is gone')
    return getSessionRoles(ids)
  }, 'tess')
  await passFiveSeconds()
  expect(said).toEqual([])
  failures = 2
  await passFiveSeconds()
  expect(said).toEqual(['nobody could say whether its session stands: the connection is gone'])
})

test('a silent stream sends a comment now and then', async () => {
  const said = openTestStream(createSessions('tess').getSessionRoles, 'tess')
  await vi.advanceTimersByTimeAsync(31_000)
  expect(said).toEqual(['still here', 'still here'])
})
