import { expect, test } from 'vitest'
import { toConfirmation } from './replaced-dataset.tsx'
import { toSameCounty } from './same-county.tsx'

const loaded = {
  ...{ source: 'anytown', name: 'Anytown', counties: ['Davidson County, TN'], properties: 12, sales: 0 },
  newer: null,
}
const newer = { ...loaded, newer: 'Newer data were loaded on Nov 28.', newerAt: '2026-11-28T06:00:00.000Z' }

test('a dataset is replaced as it was confirmed; data that come later ask again', () => {
  expect(toConfirmation(null, loaded)).toEqual({})
  expect(toConfirmation(loaded, { ...loaded, properties: 13 })).toEqual({ replaces: true })
  expect(toConfirmation(loaded, newer)).toEqual({})
  expect(toConfirmation(newer, newer)).toEqual({ replaces: true, replacesNewer: newer.newerAt })
  expect(toConfirmation(newer, { ...newer, newerAt: '2026-11-28T06:00:20.000Z' })).toEqual({})
  expect(toConfirmation(loaded, { ...loaded, source: 'elsewhere' })).toEqual({})
  expect(toConfirmation(loaded, null)).toEqual({})
})

test('a dataset of the same county is replaced or kept as it was chosen; newer data ask again before they are replaced', () => {
  const of = { ...loaded, loadedAt: '2026-11-28T06:00:00Z', canReplace: true }
  const later = { ...of, newer: 'Newer data were loaded on Nov 29.', newerAt: '2026-11-29T06:00:00.000Z' }
  expect(toSameCounty(null, of)).toEqual({})
  expect(toSameCounty({ choice: 'REPLACE', of }, of)).toEqual({ sameCounty: 'REPLACE' })
  expect(toSameCounty({ choice: 'REPLACE', of }, later)).toEqual({})
  expect(toSameCounty({ choice: 'REPLACE', of: later }, later)).toEqual({
    ...{ sameCounty: 'REPLACE', replacesNewer: later.newerAt },
  })
  expect(toSameCounty({ choice: 'KEEP', of }, later)).toEqual({ sameCounty: 'KEEP' })
  expect(toSameCounty({ choice: 'KEEP', of }, { ...of, source: 'elsewhere' })).toEqual({})
})
