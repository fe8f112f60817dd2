import { auditLog } from '@dooryard/contract/admin/audit-log'
import { dayMs } from '@dooryard/contract/api/time'
import { datasets } from '@dooryard/contract/data/datasets/datasets'
import { notifications } from '@dooryard/contract/identity/notifications'
import { savedSearches } from '@dooryard/contract/properties/saved-searches'
import { SimpleFaker } from '@faker-js/faker'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signInWithPassword } from '../../test/factories.ts'
import { testPortal } from '../../test/portal.ts'
import { demoPassword, historyDays } from '../demo.ts'
import { planCountyImports } from './county-imports.ts'
import { seedDemoWithHistory, writeHistory } from './history.fixture.ts'
import type { HistoryGenerator } from './history-step.ts'
import { planSearches } from './trade/searches.ts'

const portal = await testPortal({ demoRows: 3_000 })
afterAll(portal.close)

const as = async (name: string) => (await signInWithPassword(portal, `${name}@dooryard.test`, demoPassword)).as

/** The last days of the year; what is older happens at their beginning, in its order. */
const planLastDays: HistoryGenerator = ({ startsAt, endsAt }) => {
  const year = { startsAt: new Date(endsAt.getTime() - historyDays * dayMs), endsAt }
  const searches = planSearches(year, new SimpleFaker({ seed: 1 })).filter(({ name }) => name.startsWith('search: '))
  const steps = [...planCountyImports(year, new SimpleFaker({ seed: 2 })), ...searches]
  const early = steps.filter(({ at }) => at <= startsAt).toSorted((a, b) => a.at.getTime() - b.at.getTime())
  return [
    ...early.map((step, index) => ({ ...step, at: new Date(startsAt.getTime() + (index + 1) * 60_000) })),
    ...steps.filter(({ at }) => at > startsAt),
  ]
}

beforeAll(async () => {
  await seedDemoWithHistory(portal)
  const startsAt = new Date(portal.clock.now().getTime() - 12 * dayMs)
  await portal.db.updateTable('demoHistory').set({ startsAt, writtenUntil: startsAt }).execute()
  await writeHistory(portal, { generators: [planLastDays] }).done
}, 120_000)

test('an administrator sees both imports of the county, and what the second one changed', async () => {
  expect(portal.logged.filter((line) => line.includes('"level":"warn"'))).toEqual([])
  const admin = await as('admin')
  const { items } = (await admin.call(datasets.list, { query: {} })).body
  const county = items.find(({ name }) => name === 'Davidson County TN, parcels (generated)')
  expect(county).toMatchObject({ countyFips: ['47037'], rowsRejected: 0, canRollBack: true })
  const { items: versions } = (await admin.call(datasets.versions, { params: { id: county?.id ?? '' }, query: {} }))
    .body
  const [second, first] = versions
  expect([versions.length, first?.startedBy, second?.startedBy]).toEqual([
    2,
    'admin@dooryard.test',
    'admin@dooryard.test',
  ])
  expect(first?.changes).toMatchObject({ added: first?.rowsMapped, removed: 0, sold: 0 })
  for (const kind of ['sold', 'ownerChanged', 'valueChanged'] as const)
    expect(second?.changes?.[kind]).toBeGreaterThan(0)
  expect((second?.recordedOn ?? '') > (first?.recordedOn ?? '')).toBe(true)
  expect((await admin.call(auditLog.verify)).body).toMatchObject({ isIntact: true })
  const { items: entries } = (await admin.call(auditLog.list, { query: { action: 'roll.import_requested' } })).body
  expect(entries).toHaveLength(2)
})

test('saved searches of the county have new matches since, and their owner is notified', async () => {
  const enterprise = await as('enterprise')
  const { items } = (await enterprise.call(savedSearches.list, { query: { search: 'Davidson' } })).body
  const moved = items.filter(({ changes }) => changes && changes.entered + changes.left > 0)
  expect(moved.length).toBeGreaterThan(0)
  expect(moved.some(({ changes }) => (changes?.entered ?? 0) > 0)).toBe(true)
  for (const { history = [] } of moved) expect(new Set(history.map(({ count }) => count)).size).toBeGreaterThan(1)
  const { items: notices } = (await enterprise.call(notifications.list, { query: {} })).body
  expect(notices.map(({ kind }) => kind)).toContain('NEW_MATCHES')
})
