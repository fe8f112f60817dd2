import { contacts } from '@dooryard/contract/data/contacts'
import { dataCoverage } from '@dooryard/contract/data/data-coverage'
import { adminDnc, dnc } from '@dooryard/contract/data/dnc'
import { gazetteers } from '@dooryard/contract/data/gazetteers'
import { mapParts } from '@dooryard/contract/data/map-parts'
import { propertyLists } from '@dooryard/contract/data/property-lists'
import { rolls } from '@dooryard/contract/data/rolls'
import { type enterpriseSuppressionLists, suppressionLists } from '@dooryard/contract/data/suppression-lists'
import { uploads } from '@dooryard/contract/data/uploads'
import { buyerLists } from '@dooryard/contract/properties/buyer-lists'
import { buyerMatches } from '@dooryard/contract/properties/buyer-matches'
import { buyers } from '@dooryard/contract/properties/buyers'
import { filters } from '@dooryard/contract/properties/filters'
import { propertyMap } from '@dooryard/contract/properties/map'
import { mapParcels } from '@dooryard/contract/properties/map-parcels'
import { mapSales } from '@dooryard/contract/properties/map-sales'
import { ownerReveals } from '@dooryard/contract/properties/owner-reveals'
import { properties } from '@dooryard/contract/properties/properties'
import { savedSearches } from '@dooryard/contract/properties/saved-searches'
import { valuations } from '@dooryard/contract/properties/valuation'
import { getToday } from '../../modules/orders/call-ready/call-orders.fixture.ts'
import { anytown, makeRollFile } from '../../modules/properties/rolls/uploads.fixture.ts'
import { user } from '../factories.ts'
import type { Portal } from '../portal.ts'
import type { Caller } from '../requests.ts'
import { callOk, pollUntil } from './journey.ts'

export async function finderJourney(portal: Portal): Promise<void> {
  const { as } = await user(portal)
  for (const call of Object.values(filters)) await callOk(as, call)
  const criteria = { location: { states: ['TN'] } }
  const { items } = await callOk(as, properties.search, { body: { criteria } })
  await callOk(as, properties.search)
  await callOk(as, properties.count)
  await callOk(as, dataCoverage.get)
  const params = { id: items[0]?.propertyId ?? '' }
  const { address } = await callOk(as, properties.get, { params })
  await callOk(as, properties.sameOwner, { params })
  await callOk(as, ownerReveals.allowance)
  await callOk(as, ownerReveals.reveal, { params })
  await callOk(as, properties.addresses, { query: { search: address ?? '1' } })
  await callOk(as, properties.matches, { query: { search: address ?? '1' } })
  await callOk(as, valuations.get, { params })
  await callOk(as, valuations.export, { params, query: { offerPercent: 70 } })
  await callOk(as, propertyMap.map)
  await callOk(as, propertyMap.map, {
    body: { criteria, bounds: { west: -90, south: 35, east: -81, north: 37 }, zoom: 7 },
  })
  for (const show of ['PRICES', 'SALES'] as const)
    await callOk(as, mapSales.find, { body: { bounds: { west: -90, south: 35, east: -81, north: 37 }, zoom: 7, show } })
  await callOk(as, mapParcels.tile, { params: { z: 14, x: 4_242, y: 6_442 } })
  await callOk(as, buyers.search)
  await callOk(as, buyers.contacts)
  await buyerListJourney(as, params.id)
  await propertyListJourney(as, params.id)
  await searchJourney(as)
  await suppressionJourney(as, suppressionLists)
}

async function buyerListJourney(as: Caller, propertyId: string) {
  const { id } = await callOk(as, buyerLists.create, { body: { name: 'Cash buyers' } })
  const params = { id }
  await callOk(as, buyerLists.rename, { params, body: { name: 'Flippers' } })
  await callOk(as, buyerLists.addBuyers, { params, body: { propertyIds: [propertyId] } })
  await callOk(as, buyerLists.list)
  const { items } = await callOk(as, buyerLists.buyers, { params })
  await callOk(as, buyerLists.export, { params })
  await callOk(as, buyerMatches.find, { body: { propertyId } })
  await callOk(as, buyerLists.removeBuyer, { params: { ...params, buyerKey: items[0]?.buyerKey ?? '' } })
  await callOk(as, buyerLists.remove, { params })
}

async function propertyListJourney(as: Caller, propertyId: string) {
  const { id } = await callOk(as, propertyLists.create, { body: { name: 'By hand' } })
  const params = { id }
  await callOk(as, propertyLists.rename, { params, body: { name: 'Oak Street' } })
  await callOk(as, propertyLists.change, { params, body: { action: 'ADD', propertyIds: [propertyId] } })
  await callOk(as, propertyLists.list, { query: { propertyId } })
  await callOk(as, propertyLists.get, { params })
  const body = new Blob(['Address,ZIP\n9 Example Ln,37209\n'])
  for (const call of [propertyLists.match, propertyLists.report])
    await callOk(as, call, { query: { fileName: 'addresses.csv' }, body })
  await callOk(as, propertyLists.export, { params })
  await callOk(as, propertyLists.remove, { params })
  await callOk(as, propertyLists.restore, { params })
}

/** The calls of people, and the same for API keys. */
export async function suppressionJourney(
  as: Caller,
  calls: typeof suppressionLists | typeof enterpriseSuppressionLists,
) {
  const [body, fileName] = [new Blob(['Address,ZIP\n9 Example Ln,37209\n,\n1 Main St,\n']), 'customers.csv']
  const { id } = await callOk(as, calls.create, { query: { name: 'Our customers', fileName }, body })
  const params = { id }
  await callOk(as, calls.add, { params, query: { fileName }, body })
  await callOk(as, calls.change, { params })
  await callOk(as, calls.list)
  await callOk(as, calls.remove, { params })
}

async function searchJourney(as: Caller) {
  const { id } = await callOk(as, savedSearches.create)
  const params = { id }
  await callOk(as, savedSearches.list)
  await callOk(as, savedSearches.get, { params })
  await callOk(as, savedSearches.change, { params })
  await callOk(as, savedSearches.visit, { params })
  await callOk(as, savedSearches.changes, { params })
  await callOk(as, savedSearches.makeDefault, { params })
  await callOk(as, savedSearches.getDefault)
  await callOk(as, savedSearches.remove, { params })
  await callOk(as, savedSearches.restore, { params })
}

const ended = /LOADED|FAILED/

export async function dncJourney(portal: Portal): Promise<void> {
  const admin = await user(portal, { role: 'SUPER_ADMIN' })
  const owner = await user(portal)
  const query = { kind: 'FULL', san: '10000-0000009', accessedOn: getToday(portal), fileName: 'list.txt' } as const
  for (const [{ as }, calls] of [
    [admin, adminDnc],
    [owner, dnc],
  ] as const) {
    await callOk(as, calls.import, { query: { ...query, list: 'NATIONAL' }, body: new Blob(['201,5550142\n']) })
    await pollUntil(
      () => callOk(as, calls.imports),
      ({ items }) => items.every(({ status }) => ended.test(status)),
    )
    await callOk(as, calls.coverage)
    await callOk(as, uploads.allowance)
    await callOk(as, calls.changeNumbers)
    await callOk(as, calls.check)
    await callOk(as, calls.removeCopy, { query: { list: 'NATIONAL', areaCode: '201' } })
  }
}

export async function importJourney(portal: Portal): Promise<void> {
  const { as } = await user(portal, { role: 'SUPER_ADMIN' })
  await callOk(as, rolls.sources)
  const { id } = await callOk(as, rolls.import, {
    query: anytown,
    body: new Blob([makeRollFile(20, ',47037,9 EXAMPLE LN,,,,,')]),
  })
  await pollUntil(
    () => callOk(as, rolls.importOf, { params: { id } }),
    ({ status }) => ended.test(status),
  )
  await callOk(as, rolls.imports)
  const { items } = await callOk(as, rolls.list)
  const params = { id: items.find(({ name }) => name === anytown.name)?.id ?? '' }
  await callOk(as, rolls.get, { params })
  await callOk(as, rolls.rejects, { params })
  await callOk(as, rolls.coverage)
  await callOk(as, gazetteers.import, {
    query: { countyFips: '47037', kind: 'POINTS', fileName: 'points.csv' },
    body: new Blob(['LON,LAT,NUMBER,STREET\n-86.8,36.1,9,Example Ln\n']),
  })
  await pollUntil(
    () => callOk(as, gazetteers.imports),
    ({ items }) => items.every(({ status }) => ended.test(status)),
  )
  await callOk(as, gazetteers.list)
  const ends = [-86.8, -86.79].map((lng) => [lng, 36.1])
  const street = { type: 'LineString', coordinates: ends }
  const features = [{ type: 'Feature', properties: { FULLNAME: 'Tarrowell Dr', MTFCC: 'S1400' }, geometry: street }]
  await callOk(as, mapParts.import, {
    query: { fileName: 'tl_2025_47037_roads.geojson' },
    body: new Blob([JSON.stringify({ type: 'FeatureCollection', features })]),
  })
  await pollUntil(
    () => callOk(as, mapParts.imports),
    ({ items }) => items.every(({ status }) => ended.test(status)),
  )
  const [part] = (await callOk(as, mapParts.list)).items
  await callOk(as, mapParts.remove, { params: { name: part?.name ?? '' } })
  await callOk(as, contacts.overview)
  await callOk(as, contacts.import, {
    query: { name: 'Owners of Anytown', asOf: '2026-10-28', fileName: 'owners.csv' },
    body: new Blob(['owner_name,mailing_address,mailing_zip,phone\nTESTWELL AVERY,1 Main St,37209,6155550142\n']),
  })
  await pollUntil(
    () => callOk(as, contacts.imports),
    ({ items }) => items.every(({ status }) => ended.test(status)),
  )
  const { sources } = await callOk(as, contacts.overview)
  await callOk(as, contacts.removeSource, { params: { source: sources[0]?.source ?? '' } })
}
