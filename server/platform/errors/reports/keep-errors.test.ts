import { minuteMs } from '@dooryard/contract/api/time'
import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { testDatabase } from '../../../test/stores/database.ts'
import { newErrorId, newId } from '../../util/ids.ts'
import type { Occurrence } from './describe-error.ts'
import { deleteOldErrors } from './error-groups.queries.ts'
import { createErrorStore, errorSchedule, maxEventsOfStrangers, maxEventsPerGroup } from './keep-errors.ts'

const { db, close } = await testDatabase()
afterAll(close)
beforeEach(() => sql`delete from error_groups`.execute(db))

const start = Date.parse('2026-11-02T09:00:00Z')
const clock = { now: () => new Date(start + 600 * minuteMs) }
const { keep } = createErrorStore({ db })

/** An error of a browser at a minute; a kind of its own per name. */
const keepAt = (minute: number, fields: Partial<Occurrence>) =>
  keep({
    ...{ id: newErrorId(start), layer: 'BROWSER', name: 'Error', message: 'It broke', place: '/portal', release: '1' },
    ...{ occurredAt: new Date(start + minute * minuteMs), frames: [], breadcrumbs: [], ...fields },
  })

const retention = { before: new Date(0), maxPerGroup: 3, maxOfStrangers: 1, maxGroups: 2 }
const listNames = async () =>
  (await db.selectFrom('errorGroups').select('name').orderBy('name').execute()).map(({ name }) => name)

test('strangers displace errors of strangers alone, and never one that a user had too', async () => {
  const userId = newId()
  await keepAt(1, { name: 'OfUser', userId })
  await keepAt(2, { name: 'OfBoth', userId })
  for (const at of [3, 4, 5, 6]) await keepAt(at, { name: 'OfBoth' })
  for (const at of [7, 8, 9, 10]) await keepAt(at, { name: `OfStranger${at}` })
  // The second time, what is left of a group still shows that a user had it.
  for (const _ of [1, 2]) await deleteOldErrors(db, retention)
  expect(await listNames()).toEqual(['OfBoth', 'OfStranger10', 'OfStranger9', 'OfUser'])
})

test('of one error are kept fifty occurrences, and in a browser five more of strangers', async () => {
  const [userId, many] = [newId(), maxEventsPerGroup + 3]
  for (let at = 0; at < many; at++) {
    await keepAt(at, { name: 'Shared', userId })
    await keepAt(many + at, { name: 'Shared' })
    await keepAt(at, { name: 'Failure', layer: 'API' })
  }
  await errorSchedule({ db, clock })['purge-errors']?.run()
  const { rows } = await sql`select name, user_id is not null as "ofUser", count(*) from error_events
    join error_groups on error_groups.id = group_id group by 1, 2 order by 1, 2`.execute(db)
  expect(rows).toEqual([
    { name: 'Failure', ofUser: false, count: maxEventsPerGroup },
    { name: 'Shared', ofUser: false, count: maxEventsOfStrangers },
    { name: 'Shared', ofUser: true, count: maxEventsPerGroup },
  ])
})

test('an occurrence stores at most 8 kB of calls, the innermost, and 8 kB of breadcrumbs, the latest', async () => {
  const frames = Array.from({ length: 30 }, (_, at) => ({ name: '한'.repeat(99), file: `/a${at}`, line: 1, column: 1 }))
  const breadcrumbs = Array.from({ length: 20 }, (_, at) => ({
    ...{ at: new Date(start).toISOString(), kind: 'CLICK' as const, text: `${'한'.repeat(198)}${at}` },
  }))
  await keepAt(0, { frames, breadcrumbs })
  const stored = await db.selectFrom('errorEvents').select(['stack', 'breadcrumbs']).executeTakeFirstOrThrow()
  expect(stored.stack).toContain('/a0:1:1')
  expect(JSON.stringify(stored.breadcrumbs)).toContain('한19"')
  for (const text of [stored.stack ?? '', JSON.stringify(stored.breadcrumbs)]) {
    expect(Buffer.byteLength(text)).toBeGreaterThan(7_000)
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(8_001)
  }
  await keepAt(0, { name: 'Small', frames: frames.slice(0, 3), breadcrumbs: breadcrumbs.slice(0, 3) })
  const small = await db.selectFrom('errorEvents').select(['stack', 'breadcrumbs']).orderBy('occurredAt').execute()
  expect(small.map((one) => one.stack?.split('\n').length).toSorted()).toEqual([25, 3])
})
