import { afterAll, beforeEach, expect, test } from 'vitest'
import { createPropertyServices } from '../property-services.fixture.ts'
import { cacheByDataVersion } from './data-version-cache.ts'

const { services, close } = await createPropertyServices()
afterAll(close)

/** Loads a roll, which changes the data version. */
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

let workCount = 0
beforeEach(() => {
  workCount = 0
})

test('a value is cached until a roll is loaded', async () => {
  const summary = cacheByDataVersion(async () => {
    workCount += 1
    return workCount
  })
  expect([await summary(services), await summary(services)]).toEqual([1, 1])
  await loadRoll()
  expect([await summary(services), await summary(services)]).toEqual([2, 2])
})

test('concurrent calls share one computation', async () => {
  const summary = cacheByDataVersion(async () => {
    workCount += 1
    return workCount
  })
  expect(await Promise.all([summary(services), summary(services), summary(services)])).toEqual([1, 1, 1])
})

test('a call does not wait for slow work: it returns the last value, or none', async () => {
  const slow = Promise.withResolvers<string>()
  const workCount = [slow.promise, new Promise<string>(() => {})]
  const work = () => workCount.shift() ?? Promise.reject(new Error('asked too often'))
  const summary = cacheByDataVersion(work, { patienceMs: 20 })
  expect(await summary(services)).toBeUndefined()
  slow.resolve('counted')
  expect(await summary(services)).toBe('counted')
  await loadRoll()
  expect(await summary(services)).toBe('counted')
})

test('failed work is retried by the next call, and the last value is kept meanwhile', async () => {
  const outcomes = [() => 'first', () => Promise.reject(new Error('the store is busy')), () => 'second']
  const summary = cacheByDataVersion(async () => outcomes.shift()?.())
  expect(await summary(services)).toBe('first')
  await loadRoll()
  expect(await summary(services)).toBe('first')
  expect(await summary(services)).toBe('second')
})
