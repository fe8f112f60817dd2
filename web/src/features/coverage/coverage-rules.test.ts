import type { CountyCoverage } from '@dooryard/contract/data/data-coverage'
import { expect, test } from 'vitest'
import { formatKnown, getStep, sumByState } from './coverage-rules.ts'

const source = {
  ...{ name: 'Anytown, assessor', publisher: null, terms: 'See the agency' },
  ...{ recordedOn: '2026-10-01', ingestedAt: '2026-11-02T09:30:00.000Z' },
}
const county: CountyCoverage = {
  ...{ fips: '47037', name: 'Davidson County, TN', state: 'TN', properties: 200, sources: [source] },
  ...{ withOwner: 200, withMailing: 199, withLoans: 100, withSale: 20, withPhone: 1 },
}
const now = Date.parse('2026-11-29T00:00:00Z')

test('a share is never rounded to all or to none', () => {
  expect([formatKnown(county, 'withOwner'), formatKnown(county, 'withLoans')]).toEqual(['100%', '50%'])
  expect([formatKnown(county, 'withMailing'), formatKnown(county, 'withPhone')]).toEqual(['> 99%', '< 1%'])
})

test('the map is shaded by share or by age', () => {
  expect(getStep(county, 'withOwner', now)).toBe(3)
  expect(getStep(county, 'withLoans', now)).toBe(2)
  expect(getStep(county, 'withSale', now)).toBe(0)
  expect(getStep(county, 'freshness', now)).toBe(3)
  expect(getStep({ ...county, sources: [{ ...source, recordedOn: '2025-06-01' }] }, 'freshness', now)).toBe(1)
  expect(getStep({ ...county, sources: [{ ...source, recordedOn: null }] }, 'freshness', now)).toBe(0)
})

test('a state sums its counties and names each dataset once', () => {
  const [state, ...others] = sumByState(
    [county, { ...county, fips: '47149', name: 'Rutherford County, TN' }],
    () => 'Tennessee',
  )
  expect(others).toEqual([])
  expect(state).toMatchObject({ name: 'Tennessee', properties: 400, withLoans: 200, sources: [source] })
})
