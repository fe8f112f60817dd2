import { dataCoverage } from '@dooryard/contract/data/data-coverage'
import { properties } from '@dooryard/contract/properties/properties'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { user } from '../../../../test/factories.ts'
import { type Portal, testPortal } from '../../../../test/portal.ts'
import { demo } from '../../sources/demo.ts'

let portal: Portal
beforeAll(async () => {
  portal = await testPortal({ demoRows: 2_000 })
})
afterAll(() => portal.close())

test('the coverage of each county agrees with searches, and names its source', async () => {
  const searcher = await user(portal, { role: 'CONSUMER_USER' })
  const { status, body } = await searcher.as.call(dataCoverage.get)
  expect(status).toBe(200)
  expect(body.counties.reduce((sum, county) => sum + county.properties, 0)).toBe(2_000)
  const [county] = body.counties
  const location = { counties: [county?.fips ?? ''] }
  const count = async (more: object) =>
    (await searcher.as.call(properties.count, { body: { criteria: { location, ...more } } })).body
  const all = await count({})
  expect(county).toMatchObject({
    properties: all.count,
    withMailing: all.mailable,
    withLoans: (await count({ mortgage: { openLoans: { min: 0 } } })).count,
    withSale: (await count({ sale: { soldOn: { from: '1700-01-01' } } })).count,
    withPhone: (await count({ contact: { hasPhone: true } })).count,
    sources: [
      { name: demo.name, recordedOn: demo.recordedOn, publisher: null, terms: 'Generated data, no restrictions' },
    ],
  })
})

test('every role may read the coverage', async () => {
  for (const role of ['AFFILIATE_USER', 'ENTERPRISE_USER', 'SUPER_ADMIN'] as const)
    expect((await (await user(portal, { role })).as.call(dataCoverage.get)).status).toBe(200)
})
