import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { isLong } from '../../../test/rounds.ts'
import { readDataVersion } from '../search/data-version.queries.ts'
import { findRoll } from './rolls.queries.ts'
import {
  assessed,
  assessedFile,
  assessments,
  deeds,
  listed,
  listings,
  parcelRow,
  rival,
  sales,
  salesImports,
} from './sales-rolls.fixture.ts'

let imports: Awaited<ReturnType<typeof salesImports>>
beforeAll(async () => {
  imports = await salesImports()
})
afterAll(() => imports.close())
beforeEach(() => imports.clear())

test('whichever of two rolls is loaded first, the properties and transfers are the same', async () => {
  await imports.load(assessed, assessments)
  await imports.load(deeds, sales)
  const one = await imports.everything()
  expect(one.properties).toHaveLength(4)
  if (isLong) {
    await imports.load(deeds, sales, { force: true })
    await imports.load(assessed, assessments, { force: true })
    expect(await imports.everything()).toEqual(one)
  }
  await imports.clear()
  await imports.load(deeds, sales)
  await imports.load(assessed, assessments)
  expect(await imports.everything()).toEqual(one)
  expect(await imports.propertyOf('2')).toMatchObject({ last_sale_date: '2026-01-10', last_sale_price: null })
})

test('of two assessments of one parcel the roll that came last has the say', async () => {
  await imports.load(assessed, assessedFile(parcelRow('1'), parcelRow('2'), parcelRow('3')))
  await imports.load(rival, assessedFile(parcelRow('2', { owner: 'SAMPLETON LEE' }), parcelRow('9', { zip: '37215' })))
  const rows = () => imports.read('select source, apn from properties order by apn')
  expect(await rows()).toEqual([
    { source: 'assessed-tn', apn: '1' },
    { source: 'rival-tn', apn: '2' },
    { source: 'assessed-tn', apn: '3' },
    { source: 'rival-tn', apn: '9' },
  ])
  expect(await findRoll(imports.services.db, 'assessed-tn')).toMatchObject({ rowsMapped: 3, properties: 2 })
  const counts = "select source, zip, sum(properties) as n from place_counts where zip != '' group by all order by all"
  expect(await imports.read(counts)).toEqual([
    { source: 'assessed-tn', zip: '37209', n: '2' },
    { source: 'rival-tn', zip: '37209', n: '1' },
    { source: 'rival-tn', zip: '37215', n: '1' },
  ])
  await imports.load(rival, assessedFile(parcelRow('9', { zip: '37215' })))
  expect((await rows()).map((row) => (row as { apn: string }).apn)).toEqual(['1', '3', '9'])
  // Nobody has parcel 2 now, so the same file of the older roll is worth loading again, once.
  const file = () => assessedFile(parcelRow('1'), parcelRow('2'), parcelRow('3'))
  expect((await imports.load(assessed, file())).status).toBe('LOADED')
  expect((await rows()).map((row) => (row as { apn: string }).apn)).toEqual(['1', '2', '3', '9'])
  expect((await imports.load(assessed, file())).status).toBe('UNCHANGED')
  await imports.load(assessed, assessedFile(parcelRow('2')))
  expect(await rows()).toEqual([
    { source: 'assessed-tn', apn: '2' },
    { source: 'rival-tn', apn: '9' },
  ])
})

test('the same file of sales again changes nothing and says so', async () => {
  await imports.load(assessed, assessments)
  await imports.load(deeds, sales)
  const [before, version] = [await imports.everything(), await readDataVersion(imports.services.db)]
  expect(await imports.load(deeds, sales)).toMatchObject({ status: 'UNCHANGED', transfers: 4, transfersJoined: 4 })
  expect(await imports.load(assessed, assessments)).toMatchObject({ status: 'UNCHANGED' })
  expect(await imports.everything()).toEqual(before)
  expect(await readDataVersion(imports.services.db)).toEqual(version)
})

test('a trial of a roll beside others changes none of them, and counts what would join', async () => {
  await imports.load(assessed, assessments)
  const [before, version] = [await imports.everything(), await readDataVersion(imports.services.db)]
  const report = await imports.load(deeds, sales, { dryRun: true })
  expect(report).toMatchObject({ status: 'CHECKED', transfers: 4, transfersJoined: 4 })
  await imports.load(rival, assessments, { dryRun: true })
  expect(await imports.everything()).toEqual(before)
  expect(await readDataVersion(imports.services.db)).toEqual(version)
  expect(await findRoll(imports.services.db, 'deeds-tn')).toBeUndefined()
})

test('every import moves the version of the data on, one of sales alone as well', async () => {
  await imports.load(assessed, assessments)
  const { version: before } = await readDataVersion(imports.services.db)
  await imports.load(deeds, sales)
  expect((await readDataVersion(imports.services.db)).version > before).toBe(true)
})

test('rolls that come at the same time do not spoil each other', async () => {
  await imports.load(assessed, assessments)
  await imports.load(deeds, sales)
  await imports.load(listed, listings)
  const one = await imports.everything()
  await imports.clear()
  await imports.load(assessed, assessments)
  await Promise.all([imports.load(deeds, sales), imports.load(listed, listings)])
  expect(await imports.everything()).toEqual(one)
})
