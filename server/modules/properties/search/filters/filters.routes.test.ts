import { allEndpoints } from '@dooryard/contract/all'
import { filters } from '@dooryard/contract/properties/filters'
import { properties } from '@dooryard/contract/properties/properties'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type TestUser, user } from '../../../../test/factories.ts'
import { type Portal, testPortal } from '../../../../test/portal.ts'
import { readReply } from '../../../../test/requests.ts'

let portal: Portal
let caller: TestUser

beforeAll(async () => {
  portal = await testPortal({ demoRows: 1_000 })
  caller = await user(portal)
  // A response waits only briefly for the counts; later ones have them.
  for (const path of ['states', 'asset-sub-groups'])
    await vi.waitFor(
      async () =>
        expect((await get(`/v1/filters/${path}`)).body.items?.[0]).toHaveProperty('count', expect.any(Number)),
      { timeout: 60_000 },
    )
})
afterAll(() => portal.close())

const get = async (path: string) =>
  readReply<{ items?: { value: string; label: string }[]; fields?: unknown[]; message?: string; issues?: unknown }>(
    await fetch(portal.url + path, { headers: { authorization: `Bearer ${caller.as.token}` } }),
  )

// Section 7 of the specification, verbatim.
const specifiedPaths = [
  ...['mortgages', 'owners', 'owners/acquired-by-qc', 'owners/occupancy', 'owners/owner-type', 'owners/target-type'],
  ...['properties', 'properties/asset-class'],
]
const withBothMethods = ['asset-sub-groups', 'asset-use-types', 'cities', 'counties', 'distances', 'states', 'zips']

describe('every filter call of the specification responds', () => {
  test.each(specifiedPaths)('/v1/filters/%s', async (path) => {
    const { status, body } = await get(`/v1/filters/${path}`)
    expect(status).toBe(200)
    expect((body.items ?? body.fields ?? []).length).toBeGreaterThan(1)
  })

  test.each(withBothMethods)('/v1/filters/%s, also under properties', async (path) => {
    const short = await get(`/v1/filters/${path}`)
    expect(short.status).toBe(200)
    expect(short.body.items?.length).toBeGreaterThan(1)
    expect(await get(`/v1/filters/properties/${path}`)).toMatchObject({ status: 200, body: short.body })
  })

  test('there are no other filter calls', () => {
    const paths = allEndpoints.flatMap(({ path, alsoAt }) => [path, ...(alsoAt ? [alsoAt] : [])])
    expect(paths.filter((path) => path.startsWith('/v1/filters/')).toSorted()).toEqual(
      [...specifiedPaths, ...withBothMethods, ...withBothMethods.map((path) => `properties/${path}`)]
        .map((path) => `/v1/filters/${path}`)
        .toSorted(),
    )
  })
})

test('the API description lists each call once, by its shorter path', async () => {
  const { paths } = (await (await fetch(`${portal.url}/v1/openapi.json`)).json()) as { paths: object }
  expect(paths).toHaveProperty(['/v1/filters/cities'])
  expect(paths).not.toHaveProperty(['/v1/filters/properties/cities'])
})

test('an alias requires a signed-in caller just as its original', async () => {
  expect((await fetch(`${portal.url}/v1/filters/properties/cities`)).status).toBe(401)
})

test('places lead from states to ZIPs, with property counts', async () => {
  const { body: states } = await caller.as.call(filters.states, { query: { limit: 100 } })
  expect(states.items.reduce((sum, { count = 0 }) => sum + count, 0)).toBe(1_000)
  const { body: counties } = await caller.as.call(filters.counties, { query: { state: 'TN', limit: 1 } })
  expect(counties.items).toMatchObject([{ value: '47037', label: 'Davidson County, TN', parent: 'TN' }])
  const { body: cities } = await caller.as.call(filters.cities, { query: { county: '47037', search: 'nash' } })
  expect(cities.items).toMatchObject([{ value: 'TN:NASHVILLE', label: 'Nashville, TN', parent: 'TN' }])
  expect(cities.items[0]?.count).toBeLessThanOrEqual(counties.items[0]?.count ?? 0)
  const { body: zips } = await caller.as.call(filters.zips, {
    query: { city: 'TN:NASHVILLE', search: '372', limit: 3 },
  })
  expect(zips.items.every(({ value, label }) => value.startsWith('372') && label.endsWith('Nashville, TN'))).toBe(true)
  const counts = zips.items.map(({ count = 0 }) => count)
  expect(counts).toEqual(counts.toSorted((a, b) => b - a))
  expect(counts[0]).toBeGreaterThan(0)
})

test('the count of a place equals the count of a search in it', async () => {
  const { body } = await caller.as.call(filters.cities, { query: { limit: 3 } })
  for (const { value, count } of body.items) {
    const criteria = { location: { cities: [value] } }
    expect((await caller.as.call(properties.count, { body: { criteria } })).body.count).toBe(count)
  }
})

test('cities and ZIPs can be requested by value, with 0 where no dataset covers them', async () => {
  const { body: covered } = await caller.as.call(filters.cities, { query: { limit: 1 } })
  const city = covered.items[0]?.value ?? ''
  const cities = await caller.as.call(filters.cities, { query: { values: [city, 'CA:CHICO'] } })
  expect(cities.body.items).toMatchObject([{ value: city }, { value: 'CA:CHICO', count: 0, parent: 'CA' }])
  const zips = await caller.as.call(filters.zips, { query: { values: ['95926'] } })
  expect(zips.body.items).toMatchObject([{ value: '95926', count: 0 }])
})

test('counties can be requested by code, one or several', async () => {
  const one = await get('/v1/filters/counties?values=47037')
  expect(one.body.items?.map(({ label }) => label)).toEqual(['Davidson County, TN'])
  const two = await caller.as.call(filters.counties, { query: { values: ['47037', '09190'] } })
  expect(two.body.items.map(({ label }) => label).toSorted()).toEqual([
    'Davidson County, TN',
    'Western Connecticut Region, CT',
  ])
})

test.each([
  ['cities?state=TENN', 'A state is two letters'],
  ['zips?county=davidson', 'A county is its five-digit FIPS code'],
  ['zips?city=NASHVILLE', 'A city is written STATE:NAME'],
  ['counties?values=47037&values=x', 'A county is its five-digit FIPS code'],
  ['cities?values=NASHVILLE', 'A city is written STATE:NAME'],
  ['zips?values=372', 'A ZIP is five digits'],
  ['cities?limit=1000', undefined],
  ['asset-sub-groups?parent=CASTLE', undefined],
])('%s is rejected with a message', async (path, message) => {
  const { status, body } = await get(`/v1/filters/${path}`)
  expect(status).toBe(400)
  expect(body.issues).toMatchObject([{ message: message ?? expect.any(String) }])
})
