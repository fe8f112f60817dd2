import { afterAll, beforeEach, expect, test } from 'vitest'
import { byDataVersion } from './by-data-version.ts'
import { propertyServices } from './property-services.fixture.ts'

const { services, close } = await propertyServices()
afterAll(close)

/** A roll is loaded, so that the property data is another than before. */
async function loadRoll() {
  await services.db.deleteFrom('rolls').execute()
  await services.db
    .insertInto('rolls')
    .values({
      source: 'example',
      name: 'Example County',
      countyFips: ['47037'],
      recordedOn: null,
      ingestedAt: new Date(),
      fileName: 'example.csv',
      sha256: '0'.repeat(64),
      rowsRead: 0,
      rowsMapped: 0,
      rowsRejected: 0,
      rejectFile: null,
      report: '{}',
    })
    .execute()
}

let works = 0
beforeEach(() => {
  works = 0
})

test('what was worked out is kept until a roll is loaded', async () => {
  const summary = byDataVersion(async () => {
    works += 1
    return works
  })
  expect([await summary(services), await summary(services)]).toEqual([1, 1])
  await loadRoll()
  expect([await summary(services), await summary(services)]).toEqual([2, 2])
})

test('everybody who asks at once has the same one worked out for them', async () => {
  const summary = byDataVersion(async () => {
    works += 1
    return works
  })
  expect(await Promise.all([summary(services), summary(services), summary(services)])).toEqual([1, 1, 1])
})

test('an answer does not wait for what takes long: it has the last value, or none', async () => {
  const slow = Promise.withResolvers<string>()
  const works = [slow.promise, new Promise<string>(() => {})]
  const work = () => works.shift() ?? Promise.reject(new Error('asked too often'))
  const summary = byDataVersion(work, { patienceMs: 20 })
  expect(await summary(services)).toBeUndefined()
  slow.resolve('counted')
  expect(await summary(services)).toBe('counted')
  await loadRoll()
  expect(await summary(services)).toBe('counted')
})

test('what failed is tried again by the next who asks, and meanwhile the last value holds', async () => {
  const outcomes = [() => 'first', () => Promise.reject(new Error('the store is busy')), () => 'second']
  const summary = byDataVersion(async () => outcomes.shift()?.())
  expect(await summary(services)).toBe('first')
  await loadRoll()
  expect(await summary(services)).toBe('first')
  expect(await summary(services)).toBe('second')
})
