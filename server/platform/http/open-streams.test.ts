import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { notes } from './notes.fixture.ts'
import { keepOpen, overMost, type RolesOf } from './open-streams.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }))
afterEach(() => {
  while (opened.length > 0) opened.pop()?.()
  vi.useRealTimers()
})

const opened: (() => void)[] = []

/** Opens a stream of a session, and keeps what is said to it. */
function stream(rolesOf: RolesOf, sessionId: string, until = new Date(Date.now() + 900_000)) {
  const said: string[] = []
  const leave = keepOpen({
    endpoint: notes.watch,
    reader: { sessionId, until },
    rolesOf,
    comment: () => said.push('still here'),
    end: (why, error) => {
      leave()
      said.push(error instanceof Error ? `${why}: ${error.message}` : why)
    },
  })
  opened.push(leave)
  return said
}

/** Sessions of which each stands, until it is taken out; with what was asked about them. */
function sessionsOf(...ids: string[]) {
  const standing = new Set(ids)
  const asked: string[][] = []
  const rolesOf: RolesOf = async (sessionIds) => {
    asked.push(sessionIds)
    return new Map([...standing].map((id) => [id, 'ENTERPRISE_USER']))
  }
  return { standing, asked, rolesOf }
}

const fiveSeconds = () => vi.advanceTimersByTimeAsync(5_000)

test('a thousand open streams are one question about their sessions, each named once', async () => {
  const ids = Array.from({ length: 50 }, (_, at) => `session ${at}`)
  const { standing, asked, rolesOf } = sessionsOf(...ids)
  const streams = Array.from({ length: 1000 }, (_, at) => stream(rolesOf, `session ${at % 50}`))
  await fiveSeconds()
  expect(asked).toEqual([ids])
  expect(streams.flat()).toEqual([])
  for (const id of ids.slice(1)) standing.delete(id)
  await fiveSeconds()
  expect(asked).toHaveLength(2)
  expect(streams.filter((said) => said.includes('its session may not read it any more'))).toHaveLength(980)
  await fiveSeconds()
  expect(asked.at(-1)).toEqual(['session 0'])
})

test('the streams of each portal of a process are asked about there', async () => {
  const [here, there] = [sessionsOf('tess'), sessionsOf('tom')]
  const said = [stream(here.rolesOf, 'tess'), stream(there.rolesOf, 'tom'), stream(there.rolesOf, 'tess')]
  await fiveSeconds()
  expect([here.asked, there.asked]).toEqual([[['tess']], [['tom', 'tess']]])
  expect(said).toEqual([[], [], ['its session may not read it any more']])
})

test('twenty streams of a session are enough, until one of them is left or the first token ends', () => {
  const { rolesOf } = sessionsOf('tess', 'tom')
  const now = Date.now()
  const until = (minutes: number) => new Date(now + minutes * 60_000)
  for (let minutes = 1; minutes <= 20; minutes++) {
    expect(overMost('tess')).toBeUndefined()
    stream(rolesOf, 'tess', until(minutes))
  }
  expect(overMost('tess')?.endsAt).toBe(now + 60_000)
  expect(overMost('tom')).toBeUndefined()
  opened.pop()?.()
  expect(overMost('tess')).toBeUndefined()
})

test('a stream ends with its token, and nobody is asked about it', async () => {
  const { asked, rolesOf } = sessionsOf('tess')
  const said = stream(rolesOf, 'tess', new Date())
  await fiveSeconds()
  expect(said).toEqual(['its token has ended'])
  expect(asked).toEqual([])
})

test('a question that fails is asked again, and one that fails twice ends the streams and says why', async () => {
  const { rolesOf } = sessionsOf('tess')
  let failures = 1
  const said = stream(async (ids) => {
    if (failures-- > 0) throw new Error('the connection is gone')
    return rolesOf(ids)
  }, 'tess')
  await fiveSeconds()
  expect(said).toEqual([])
  failures = 2
  await fiveSeconds()
  expect(said).toEqual(['nobody could say whether its session stands: the connection is gone'])
})

test('a silent stream says now and then that it is there', async () => {
  const said = stream(sessionsOf('tess').rolesOf, 'tess')
  await vi.advanceTimersByTimeAsync(31_000)
  expect(said).toEqual(['still here', 'still here'])
})
