import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { createLog } from '../../log.ts'
import { newId } from '../../util/ids.ts'
import type { Occurrence } from './describe-error.ts'
import { createErrorReports, type ErrorSink } from './error-reports.ts'
import { getFingerprint } from './fingerprint-rules.ts'
import { type Frame, formatStack, parseStack } from './parse-stack.ts'
import { createSourceMaps, maxMapsPerMinute } from './source-maps.ts'

const folder = await mkdtemp(join(tmpdir(), 'dooryard-maps-'))
afterAll(() => rm(folder, { recursive: true }))

/** Collects what is kept, or fails as a store does that is down. */
function startReports({ keep, ...options }: Partial<ErrorSink> & { maxPerMinute?: number } = {}) {
  const kept: Occurrence[] = []
  const logged: string[] = []
  const log = createLog('debug', { write: (line) => void logged.push(line) })
  const sink = { keep: keep ?? (async (occurrence: Occurrence) => void kept.push(occurrence)) }
  const clock = { now: () => new Date('2026-11-02T09:30:00Z') }
  const sourceMaps = createSourceMaps(folder)
  const reports = createErrorReports({
    log,
    clock,
    sink,
    sourceMaps,
    release: '1.2.3',
    root: '/srv/dooryard',
    ...options,
  })
  return { ...reports, kept, logged }
}

const browserError = {
  ...{ id: 'MIHQ2K9X4F7A', name: 'TypeError', message: 'It broke', page: '/portal/orders' },
  ...{ occurredAt: '2026-11-02T09:29:58.000Z', breadcrumbs: [] },
}

describe('reporting', () => {
  test('never throws, whatever was thrown', async () => {
    const { report, settled, kept } = startReports()
    const strange = [undefined, null, 'text', 12, { a: 1 }, Object.create(null), new Error('x', { cause: 'y' })]
    for (const thrown of strange) report(thrown, { layer: 'API' })
    await settled()
    const names = kept.map(({ name, message }) => `${name}: ${message}`)
    expect(names).toEqual(expect.arrayContaining(['Thrown string: text', 'Thrown null: null', 'Error: x Caused by: y']))
    for (const { id } of kept) expect(id).toMatch(/^[0-9A-Z]{12}$/)
  })

  test('is logged and goes no further when the store is down', async () => {
    let tries = 0
    const keep = async () => {
      tries += 1
      throw new Error('the store is down')
    }
    const { report, settled, logged } = startReports({ keep })
    report(new Error('first'), { layer: 'API' })
    report(new Error('second'), { layer: 'WORKER' })
    await settled()
    expect(tries).toBe(2)
    expect(logged.join()).toContain('the store is down')
  })

  test('is bounded: by the minute, and by what waits', async () => {
    const limited = startReports({ maxPerMinute: 3 })
    for (let at = 0; at < 10; at++) limited.report(new Error(`${at}`), { layer: 'API' })
    await limited.settled()
    expect(limited.kept.map(({ message }) => message)).toEqual(['0', '1', '2'])
    const crowded = startReports({ maxPerMinute: 1_000 })
    for (let at = 0; at < 300; at++) crowded.report(new Error(`${at}`), { layer: 'API' })
    await crowded.settled()
    expect(crowded.kept.length).toBe(100)
  })

  test('of browsers is bounded by half of it, leaves the server its own share, and what is dropped is logged once', async () => {
    const { report, reportFromBrowser, settled, kept, logged } = startReports({ maxPerMinute: 20 })
    const by = { userId: undefined, browser: 'Firefox' }
    for (let at = 0; at < 30; at++) reportFromBrowser(browserError, by)
    for (let at = 0; at < 30; at++) report(new Error(`${at}`), { layer: 'API' })
    await settled()
    const count = (layer: string) => kept.filter((one) => one.layer === layer).length
    expect([count('BROWSER'), count('API')]).toEqual([10, 20])
    expect(logged.filter((line) => line.includes('Error reports are dropped')).length).toBe(1)
    const crowded = startReports({ maxPerMinute: 1_000 })
    for (let at = 0; at < 300; at++) crowded.reportFromBrowser(browserError, by)
    crowded.report(new Error('of the server'), { layer: 'API' })
    await crowded.settled()
    expect(crowded.kept.map(({ layer }) => layer)).toEqual([...Array<string>(50).fill('BROWSER'), 'API'])
  })

  test('of signed-in users has a share of its own, which strangers cannot use up', async () => {
    const userId = newId()
    const shares = [
      { maxPerMinute: 20, kept: { strangers: 10, users: 10 } },
      { maxPerMinute: 1_000, kept: { strangers: 50, users: 25 } },
    ]
    for (const { maxPerMinute, ...expected } of shares) {
      const { reportFromBrowser, settled, kept } = startReports({ maxPerMinute })
      for (let at = 0; at < 300; at++) reportFromBrowser(browserError, { userId: undefined, browser: 'Firefox' })
      for (let at = 0; at < 300; at++) reportFromBrowser(browserError, { userId, browser: 'Firefox' })
      await settled()
      const users = kept.filter((one) => one.userId === userId).length
      expect({ kept: { strangers: kept.length - users, users } }).toEqual(expected)
    }
  })
})

describe('a stack', () => {
  test.each([
    ['    at openList (https://portal.example.com/assets/a-b.js?v=1:1:20)', 'at openList (/assets/a-b.js:1:20)'],
    ['    at async file:///srv/dooryard/server/main.ts:4:5', 'at server/main.ts:4:5'],
    ['    at async Object.read (/srv/dooryard/server/a.ts:4:5)', 'at Object.read (server/a.ts:4:5)'],
    ['    at x (/srv/dooryard/node_modules/pg/lib/a.js:4:5)', 'at x (node_modules/pg/lib/a.js:4:5)'],
    ['openList@https://portal.example.com/assets/a.js:1:20', 'at openList (/assets/a.js:1:20)'],
    ['@https://portal.example.com/assets/a.js:1:20', 'at /assets/a.js:1:20'],
    ['    at x (chrome-extension://abcdefgh/content.js:4:5)', 'at x (chrome-extension::4:5)'],
    ['    at x (C:/Users/casey/a.js:4:5)', 'at x (c::4:5)'],
    ['    at x (node:internal/timers:4:5)', 'at x (node:internal/timers:4:5)'],
    ['TypeError: casey@example.com is gone', ''],
    ['', ''],
  ])('%j is kept as %j', (line, kept) => {
    expect(formatStack(parseStack(line, '/srv/dooryard'))).toBe(kept)
  })

  // Line 1, column 10 of the built file is line 3, column 5 of the source.
  const map = { version: 3, sources: ['../../src/features/orders/list.tsx'], names: [], mappings: 'UAEI' }
  const writeMap = (file: string) => writeFile(join(folder, `${file}.map`), JSON.stringify(map))
  const getFrame = (file: string): Frame => ({ name: 'x', file: `/assets/${file}`, line: 1, column: 12 })

  test('of the built client is shown by its source, and of another build as it is', async () => {
    await writeMap('list-AbCdEf12.js')
    const { toSourceFrames } = createSourceMaps(folder)
    const built: Frame[] = [
      getFrame('list-AbCdEf12.js'),
      { file: '/assets/list-00000000.js', line: 1, column: 12 },
      { file: '/assets/../list-AbCdEf12.js', line: 1, column: 12 },
    ]
    expect(await toSourceFrames(built)).toEqual([
      { name: 'x', file: 'web/src/features/orders/list.tsx', line: 3, column: 5 },
      ...built.slice(1),
    ])
  })
  test('of files that do not exist displaces no map', async () => {
    await writeMap('kept-AbCdEf12.js')
    const { toSourceFrames } = createSourceMaps(folder)
    const isFound = async () => (await toSourceFrames([getFrame('kept-AbCdEf12.js')]))[0]?.line === 3
    expect(await isFound()).toBe(true)
    for (let at = 0; at < 2 * maxMapsPerMinute; at++) await toSourceFrames([getFrame(`gone-${at}.js`)])
    // A map that were read again would be missing now.
    await rm(join(folder, 'kept-AbCdEf12.js.map'))
    expect(await isFound()).toBe(true)
    // Nor did they count for the limit of a minute.
    await writeMap('next-AbCdEf12.js')
    expect(await toSourceFrames([getFrame('next-AbCdEf12.js')])).toMatchObject([{ line: 3 }])
  })

  test('stays as it is where it needs more maps than are read in a minute', async () => {
    const files = Array.from({ length: maxMapsPerMinute + 3 }, (_, at) => `many${at}-AbCdEf12.js`)
    await Promise.all(files.map(writeMap))
    const { toSourceFrames } = createSourceMaps(folder)
    const shown: Frame[] = []
    for (const file of files) shown.push(...(await toSourceFrames([getFrame(file)])))
    expect(shown.filter(({ line }) => line === 3).length).toBe(maxMapsPerMinute)
    expect(shown.slice(maxMapsPerMinute)).toEqual(files.slice(maxMapsPerMinute).map(getFrame))
  })
})

test('the fingerprint is of the kind, the message without its values, and the innermost own calls', () => {
  const frame = (file: string, line = 1): Frame => ({ name: 'run', file, line, column: 1 })
  const base = { layer: 'API' as const, name: 'Error', message: 'No row 7', frames: [frame('server/a.ts')] }
  const same = getFingerprint(base)
  expect(getFingerprint({ ...base, message: 'No row 12' })).toBe(same)
  expect(getFingerprint({ ...base, frames: [frame('node_modules/pg/a.js'), frame('server/a.ts', 9)] })).toBe(same)
  const others = [
    { ...base, layer: 'WORKER' as const },
    { ...base, name: 'TypeError' },
    { ...base, message: 'No column 7' },
    { ...base, frames: [frame('server/b.ts')] },
  ]
  expect(new Set([same, ...others.map(getFingerprint)]).size).toBe(5)
})
