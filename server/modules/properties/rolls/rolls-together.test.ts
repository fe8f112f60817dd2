import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { isTortureRun } from '../../../test/torture.ts'
import { readDataVersion } from '../search/data-version.queries.ts'
import { findRoll } from './rolls.queries.ts'
import {
  assessed,
  assessments,
  createSalesImports,
  deeds,
  listed,
  listings,
  makeAssessedFile,
  makeParcelRow,
  rival,
  sales,
} from './sales-rolls.fixture.ts'

let imports: Awaited<ReturnType<typeof createSalesImports>>
beforeAll(async () => {
  imports = await createSalesImports()
})
afterAll(() => imports.close())
beforeEach(() => imports.clear())

test('two rolls produce the same properties and transfers in either order', async () => {
  await imports.load(assessed, assessments)
  await imports.load(deeds, sales)
  const one = await imports.everything()
  expect(one.properties).toHaveLength(4)
  if (isTortureRun) {
    await imports.load(deeds, sales, { force: true })
    await imports.load(assessed, assessments, { force: true })
    expect(await imports.everything()).toEqual(one)
  }
  await imports.clear()
  await imports.load(deeds, sales)
  await imports.load(assessed, assessments)
  expect(await imports.everything()).toEqual(one)
  expect(await imports.findProperty('2')).toMatchObject({ last_sale_date: '2026-01-10', last_sale_price: null })
})

test('of two assessments of one parcel the last loaded wins', async () => {
  await imports.load(assessed, makeAssessedFile(makeParcelRow('1'), makeParcelRow('2'), makeParcelRow('3')))
  await imports.load(
    rival,
    makeAssessedFile(makeParcelRow('2', { owner: 'SAMPLETON LEE' }), makeParcelRow('9', { zip: '37215' })),
  )
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
  await imports.load(rival, makeAssessedFile(makeParcelRow('9', { zip: '37215' })))
  expect((await rows()).map((row) => (row as { apn: string }).apn)).toEqual(['1', '3', '9'])
  // No roll has parcel 2 now, so the older roll's file can be loaded again, once; a refresh leaves it, or two rolls
  // would take the parcels from each other every day.
  const file = () => makeAssessedFile(makeParcelRow('1'), makeParcelRow('2'), makeParcelRow('3'))
  expect((await imports.load(assessed, file(), { isGuarded: true })).status).toBe('UNCHANGED')
  expect((await imports.load(assessed, file())).status).toBe('LOADED')
  expect((await rows()).map((row) => (row as { apn: string }).apn)).toEqual(['1', '2', '3', '9'])
  expect((await imports.load(assessed, file())).status).toBe('UNCHANGED')
  await imports.load(assessed, makeAssessedFile(makeParcelRow('2')))
  expect(await rows()).toEqual([
    { source: 'assessed-tn', apn: '2' },
    { source: 'rival-tn', apn: '9' },
  ])
})

test('importing the same sales file again changes nothing and says so', async () => {
  await imports.load(assessed, assessments)
  await imports.load(deeds, sales)
  const [before, version] = [await imports.everything(), await readDataVersion(imports.services.db)]
  expect(await imports.load(deeds, sales)).toMatchObject({ status: 'UNCHANGED', transfers: 4, transfersJoined: 4 })
  expect(await imports.load(assessed, assessments)).toMatchObject({ status: 'UNCHANGED' })
  expect(await imports.everything()).toEqual(before)
  expect(await readDataVersion(imports.services.db)).toEqual(version)
})

test('a dry run alongside other rolls changes none of them, and counts the transfers that would join', async () => {
  await imports.load(assessed, assessments)
  const [before, version] = [await imports.everything(), await readDataVersion(imports.services.db)]
  const report = await imports.load(deeds, sales, { dryRun: true })
  expect(report).toMatchObject({ status: 'CHECKED', transfers: 4, transfersJoined: 4 })
  await imports.load(rival, assessments, { dryRun: true })
  expect(await imports.everything()).toEqual(before)
  expect(await readDataVersion(imports.services.db)).toEqual(version)
  expect(await findRoll(imports.services.db, 'deeds-tn')).toBeUndefined()
})

test('every import changes the data version, including one of sales only', async () => {
  await imports.load(assessed, assessments)
  const { version: before } = await readDataVersion(imports.services.db)
  await imports.load(deeds, sales)
  expect((await readDataVersion(imports.services.db)).version > before).toBe(true)
})

test('rolls imported at the same time do not corrupt each other', async () => {
  await imports.load(assessed, assessments)
  await imports.load(deeds, sales)
  await imports.load(listed, listings)
  const one = await imports.everything()
  await imports.clear()
  await imports.load(assessed, assessments)
  await Promise.all([imports.load(deeds, sales), imports.load(listed, listings)])
  expect(await imports.everything()).toEqual(one)
})
