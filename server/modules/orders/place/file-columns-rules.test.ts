import { fileColumns } from '@dooryard/contract/api/enums'
import { getDefaultColumns } from '@dooryard/contract/orders/file-columns'
import { expect, test } from 'vitest'
import { getColumnsRefusal } from './order-rules.ts'

test('each file has the default columns of its type unless others are chosen', () => {
  expect(getDefaultColumns('MAIL_READY')).toEqual([
    'OWNER',
    'MAILING',
    'PROPERTY',
    'PARCEL',
    'BUILDING',
    'VALUES',
    'SALE',
  ])
  expect(fileColumns.values.filter((column) => !getDefaultColumns('CALL_READY').includes(column))).toEqual([
    'SUPPRESSED_PHONES',
    'LAND',
    'ASSESSMENT',
  ])
})

test.each([
  ['MAIL_READY', undefined, null],
  ['MAIL_READY', ['OWNER'], null],
  ['MAIL_READY', ['OWNER', 'PHONES'], 'Phones are delivered with Call Ready orders only.'],
  ['CALL_READY', undefined, null],
  ['CALL_READY', ['PHONES'], null],
  ['CALL_READY', ['OWNER'], 'A Call Ready file has its phones: choose the Phones columns too.'],
] as const)('a %s order with the columns %j gets: %s', (type, columns, message) => {
  expect(getColumnsRefusal(type, columns)).toBe(message)
})
