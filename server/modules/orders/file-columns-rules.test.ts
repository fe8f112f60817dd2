import { defaultColumns } from '@dooryard/contract/file-layouts'
import { fileColumns } from '@dooryard/contract/vocabularies'
import { expect, test } from 'vitest'
import { columnsRefusal } from './order-rules.ts'

test('the file of each type has the columns of its type unless others are chosen', () => {
  expect(defaultColumns('MAIL_READY')).toEqual(['OWNER', 'MAILING', 'PROPERTY', 'PARCEL', 'BUILDING', 'VALUES', 'SALE'])
  expect(fileColumns.values.filter((column) => !defaultColumns('CALL_READY').includes(column))).toEqual([
    'SUPPRESSED_PHONES',
  ])
})

test.each([
  ['MAIL_READY', undefined, null],
  ['MAIL_READY', ['OWNER'], null],
  ['MAIL_READY', ['OWNER', 'PHONES'], 'Phones are delivered with Call Ready orders only.'],
  ['CALL_READY', undefined, null],
  ['CALL_READY', ['PHONES'], null],
  ['CALL_READY', ['OWNER'], 'A Call Ready file has its phones: choose the Phones columns too.'],
] as const)('a %s order of the columns %j is told: %s', (type, columns, said) => {
  expect(columnsRefusal(type, columns)).toBe(said)
})
