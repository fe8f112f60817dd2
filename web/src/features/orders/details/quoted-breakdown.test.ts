import { expect, test } from 'vitest'
import { formatAvailable } from './quoted-breakdown.tsx'

const exact = { isEstimate: false }

test('the leads still available are exact, or an estimate that says what it is based on', () => {
  expect(formatAvailable({ leads: 1790 }, exact)).toEqual({ value: '1,790' })
  expect(formatAvailable({ leads: 1790 }, { isEstimate: true })).toEqual({ value: 'about 1,790' })
  expect(formatAvailable({ leads: 40, basis: { considered: 5, callable: 2 } }, exact)).toEqual({
    value: 'about 40',
    hint: '2 of 5 owners looked up had a callable number.',
  })
})
