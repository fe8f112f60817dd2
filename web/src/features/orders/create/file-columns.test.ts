import { defaultColumns } from '@dooryard/contract/file-layouts'
import { expect, test } from 'vitest'
import { columnsSchema, listColumns, toFileColumns } from './file-columns.ts'

test('a file to mail has neither phones nor emails to choose', () => {
  const columns = listColumns('MAIL_READY').map(({ value }) => value)
  expect(columns).toContain('MAILING')
  expect(columns.filter((column) => /PHONE|EMAIL/.test(column))).toEqual([])
})

test('numbers that may not be called are in no file unless somebody asks for them', () => {
  expect(listColumns('CALL_READY').map(({ value }) => value)).toContain('SUPPRESSED_PHONES')
  expect(defaultColumns('CALL_READY')).toContain('PHONES')
  expect(defaultColumns('CALL_READY')).not.toContain('SUPPRESSED_PHONES')
})

test('what the other type has is not sent, and not lost by looking at it', () => {
  const chosen = defaultColumns('CALL_READY')
  expect(toFileColumns('MAIL_READY', chosen)).toEqual(defaultColumns('MAIL_READY'))
  expect(toFileColumns('CALL_READY', chosen)).toEqual(chosen)
})

test('the numbers that an order to call pays for are always in its file', () => {
  expect(toFileColumns('CALL_READY', ['OWNER'])).toEqual(['OWNER', 'PHONES'])
  expect(toFileColumns('MAIL_READY', ['OWNER', 'PHONES'])).toEqual(['OWNER'])
})

test('a file without a column of its type is refused', () => {
  expect(columnsSchema('CALL_READY').safeParse(['PHONES']).success).toBe(true)
  expect(columnsSchema('MAIL_READY').safeParse(['PHONES']).error?.issues[0]?.message).toBe('Choose at least one column')
})
