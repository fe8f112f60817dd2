import { expect, test } from 'vitest'
import { formatLookupText, parseLookupText } from './lookup-text.ts'
import { createTransform } from './transform-labels.ts'

test('a lookup table is typed in lines, or pasted from a spreadsheet', () => {
  expect(parseLookupText('WD = WARRANTY_DEED\n\nQC=QUITCLAIM_DEED\r\nXX =', 'TERM')).toEqual({
    WD: 'WARRANTY_DEED',
    QC: 'QUITCLAIM_DEED',
    XX: null,
  })
  expect(parseLookupText('H\tyes\nN\tno\nU', 'YES_NO')).toEqual({ H: true, N: false, U: null })
  expect(parseLookupText('A = 1.5\nB = two', 'QUANTITY')).toEqual({ A: 1.5, B: 'two' })
})

test('what was typed is shown again as it was', () => {
  const text = 'H = yes\nN = no\nU ='
  expect(formatLookupText(parseLookupText(text, 'YES_NO'))).toBe(text)
})

test('a new lookup table changes no cell until it has a line', () =>
  expect(createTransform('LOOKUP', 'TERM')).toEqual({ type: 'LOOKUP', table: {}, otherwise: 'KEEP' }))
