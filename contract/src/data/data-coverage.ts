import { z } from 'zod'
import { endpoint } from '../api/endpoint.ts'

const CoverageSource = z.object({
  name: z.string().describe('The county dataset'),
  publisher: z.string().nullable().describe('Who publishes it; null for a dataset without a source of its own'),
  terms: z.string().describe('Under which terms it is published'),
  recordedOn: z.iso.date().nullable().describe('The day that its data describe'),
  ingestedAt: z.iso.datetime().describe('When it was imported'),
})
export type CoverageSource = z.infer<typeof CoverageSource>

const CountyCoverage = z.object({
  fips: z.string(),
  name: z.string().describe('The name of the county, with the state'),
  state: z.string(),
  properties: z.int(),
  withOwner: z.int().describe('Properties with a known owner name'),
  withMailing: z.int().describe('Properties with an owner name and a full mailing address'),
  withLoans: z.int().describe('Properties whose open mortgages are known, also where there are none'),
  withSale: z.int().describe('Properties with a known last sale'),
  withPhone: z.int().describe('Properties with a known phone number of the owner'),
  sources: z.array(CoverageSource).describe('The county datasets that its properties come from'),
})
export type CountyCoverage = z.infer<typeof CountyCoverage>

export const DataCoverage = z
  .object({ counties: z.array(CountyCoverage).describe('The counties with data, those with most properties first') })
  .meta({
    id: 'DataCoverage',
    example: {
      counties: [
        {
          ...{ fips: '47037', name: 'Davidson County, TN', state: 'TN', properties: 22_259 },
          ...{ withOwner: 22_259, withMailing: 21_870, withLoans: 22_259, withSale: 21_580, withPhone: 9_812 },
          sources: [
            {
              name: 'Davidson County, assessor',
              publisher: null,
              terms: 'See the agency',
              recordedOn: '2026-10-01',
              ingestedAt: '2026-11-02T09:30:00.000Z',
            },
          ],
        },
      ],
    },
  })
export type DataCoverage = z.infer<typeof DataCoverage>

export const dataCoverage = {
  get: endpoint({
    method: 'GET',
    path: '/v1/coverage',
    summary: 'Get the counties with data, with their sources, filled fields and freshness',
    tag: 'Properties',
    access: 'SIGNED_IN',
    response: DataCoverage,
    errors: ['UNAVAILABLE'],
    limits: [{ name: 'coverage', per: 'account', times: 60, seconds: 60 }],
  }),
}
