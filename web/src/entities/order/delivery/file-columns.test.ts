import { getDefaultColumns } from '@dooryard/contract/orders/file-columns'
import { expect, test } from 'vitest'
import { buildColumnsSchema, listColumns, toFileColumns } from './file-columns.ts'

test('a mailing file has no phone or email columns', () => {
  const columns = listColumns('MAIL_READY').map(({ value }) => value)
  expect(columns).toContain('MAILING')
  expect(columns.filter((column) => /PHONE|EMAIL/.test(column))).toEqual([])
})

test('suppressed numbers are excluded by default', () => {
  expect(listColumns('CALL_READY').map(({ value }) => value)).toContain('SUPPRESSED_PHONES')
  expect(getDefaultColumns('CALL_READY')).toContain('PHONES')
  expect(getDefaultColumns('CALL_READY')).not.toContain('SUPPRESSED_PHONES')
})

test('columns of the other type are not sent, and stay selected', () => {
  const chosen = getDefaultColumns('CALL_READY')
  expect(toFileColumns('MAIL_READY', chosen)).toEqual(getDefaultColumns('MAIL_READY'))
  expect(toFileColumns('CALL_READY', chosen)).toEqual(chosen)
})

test('a calling file always includes the numbers', () => {
  expect(toFileColumns('CALL_READY', ['OWNER'])).toEqual(['OWNER', 'PHONES'])
  expect(toFileColumns('MAIL_READY', ['OWNER', 'PHONES'])).toEqual(['OWNER'])
})

test('a file without a column of its type is rejected', () => {
  expect(buildColumnsSchema('CALL_READY').safeParse(['PHONES']).success).toBe(true)
  expect(buildColumnsSchema('MAIL_READY').safeParse(['PHONES']).error?.issues[0]?.message).toBe(
    'Choose at least one column',
  )
})
