import type { CountySetup } from '@dooryard/contract/data/sources/county-setups'
import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { browserStorage, openTab } from '../../lib/session/tab.fixture.ts'

const id = '01a229f6-e07a-7107-9fad-723224a6a4f9'
// Only when they were changed tells which is newer.
const older = { id, updatedAt: '2026-11-30T06:00:00.000Z' } as CountySetup
const newer = { id, updatedAt: '2026-11-30T06:00:01.000Z' } as CountySetup

afterEach(() => vi.unstubAllGlobals())

test('an answer that was on its way when the stream brought a newer state does not replace it', async () => {
  await openTab(browserStorage())
  const { setupQuery } = await import('./county-setup.data.ts')
  const cache = new QueryClient()
  const query = setupQuery(id)
  const answer = Promise.withResolvers<CountySetup>()
  const fetched = cache.fetchQuery({ ...query, queryFn: () => answer.promise })
  cache.setQueryData(query.queryKey, newer)
  answer.resolve(older)
  await fetched
  expect(cache.getQueryData(query.queryKey)).toEqual(newer)
})

test('an answer with an earlier state of the check does not replace what the stream has brought meanwhile', async () => {
  await openTab(browserStorage())
  const { setupQuery, storeStreamed } = await import('./county-setup.data.ts')
  const cache = new QueryClient()
  const query = setupQuery(id)
  const answer = Promise.withResolvers<CountySetup>()
  const fetched = cache.fetchQuery({ ...query, queryFn: () => answer.promise }).catch(() => undefined)
  // The setup itself is not changed by its check.
  const [running, done] = ['RUNNING', 'DONE'].map((status) => ({ ...newer, check: { status } }) as CountySetup)
  storeStreamed(cache, done as CountySetup)
  answer.resolve(running as CountySetup)
  await fetched
  expect(cache.getQueryData(query.queryKey)).toEqual(done)
})
