import { buyers } from '@dooryard/contract/buyers'
import { contacts } from '@dooryard/contract/contacts'
import { adminDnc, dnc } from '@dooryard/contract/dnc'
import { filters } from '@dooryard/contract/filters'
import { propertyMap } from '@dooryard/contract/map'
import { properties } from '@dooryard/contract/properties'
import { rolls } from '@dooryard/contract/rolls'
import { savedSearches } from '@dooryard/contract/saved-searches'
import { uploads } from '@dooryard/contract/uploads'
import { today } from '../../modules/orders/call-orders.fixture.ts'
import { anytown, rollOf } from '../../modules/properties/rolls/uploads.fixture.ts'
import { user } from '../factories.ts'
import type { Portal } from '../portal.ts'
import type { Caller } from '../requests.ts'
import { succeed, until } from './journey.ts'

export async function finderJourney(portal: Portal): Promise<void> {
  const { as } = await user(portal)
  for (const call of Object.values(filters)) await succeed(as, call)
  const criteria = { location: { states: ['TN'] } }
  const { items } = await succeed(as, properties.search, { body: { criteria } })
  await succeed(as, properties.search)
  await succeed(as, properties.count)
  const params = { id: items[0]?.propertyId ?? '' }
  const { address } = await succeed(as, properties.get, { params })
  await succeed(as, properties.sameOwner, { params })
  await succeed(as, properties.addresses, { query: { search: address ?? '1' } })
  await succeed(as, propertyMap.map)
  await succeed(as, propertyMap.map, {
    body: { criteria, bounds: { west: -90, south: 35, east: -81, north: 37 }, zoom: 7 },
  })
  await succeed(as, buyers.search)
  await searchJourney(as)
}

async function searchJourney(as: Caller) {
  const { id } = await succeed(as, savedSearches.create)
  const params = { id }
  await succeed(as, savedSearches.list)
  await succeed(as, savedSearches.get, { params })
  await succeed(as, savedSearches.change, { params })
  await succeed(as, savedSearches.visit, { params })
  await succeed(as, savedSearches.changes, { params })
  await succeed(as, savedSearches.makeDefault, { params })
  await succeed(as, savedSearches.getDefault)
  await succeed(as, savedSearches.remove, { params })
  await succeed(as, savedSearches.restore, { params })
}

const ended = /LOADED|FAILED/

export async function dncJourney(portal: Portal): Promise<void> {
  const admin = await user(portal, { role: 'SUPER_ADMIN' })
  const owner = await user(portal)
  const query = { kind: 'FULL', san: '10000-0000009', accessedOn: today(portal), fileName: 'list.txt' } as const
  for (const [{ as }, calls] of [
    [admin, adminDnc],
    [owner, dnc],
  ] as const) {
    await succeed(as, calls.import, { query: { ...query, list: 'NATIONAL' }, body: new Blob(['201,5550142\n']) })
    await until(
      () => succeed(as, calls.imports),
      ({ items }) => items.every(({ status }) => ended.test(status)),
    )
    await succeed(as, calls.coverage)
    await succeed(as, uploads.allowance)
    await succeed(as, calls.changeNumbers)
    await succeed(as, calls.check)
    await succeed(as, calls.removeCopy, { query: { list: 'NATIONAL', areaCode: '201' } })
  }
}

export async function importJourney(portal: Portal): Promise<void> {
  const { as } = await user(portal, { role: 'SUPER_ADMIN' })
  await succeed(as, rolls.sources)
  const { id } = await succeed(as, rolls.import, {
    query: anytown,
    body: new Blob([rollOf(20, ',47037,9 EXAMPLE LN,,,,,')]),
  })
  await until(
    () => succeed(as, rolls.importOf, { params: { id } }),
    ({ status }) => ended.test(status),
  )
  await succeed(as, rolls.imports)
  const { items } = await succeed(as, rolls.list)
  const params = { id: items.find(({ name }) => name === anytown.name)?.id ?? '' }
  await succeed(as, rolls.get, { params })
  await succeed(as, rolls.rejects, { params })
  await succeed(as, rolls.coverage)
  await succeed(as, contacts.overview)
  await succeed(as, contacts.import, {
    query: { name: 'Owners of Anytown', asOf: '2026-10-28', fileName: 'owners.csv' },
    body: new Blob(['owner_name,mailing_address,mailing_zip,phone\nTESTWELL AVERY,1 Main St,37209,6155550142\n']),
  })
  await until(
    () => succeed(as, contacts.imports),
    ({ items }) => items.every(({ status }) => ended.test(status)),
  )
  const { sources } = await succeed(as, contacts.overview)
  await succeed(as, contacts.removeSource, { params: { source: sources[0]?.source ?? '' } })
}
