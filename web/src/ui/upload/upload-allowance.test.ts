import { diskFullMessage } from '@dooryard/contract/api/errors'
import { expect, test } from 'vitest'
import { ApiError } from '../../lib/api/errors.ts'
import { formatAllowance, getUploadError, isRefusedFile } from './upload-allowance.ts'

const megabyte = 1024 ** 2
const customer = {
  ...{ maxFileBytes: 256 * megabyte, dailyBytes: 1024 * megabyte, leftTodayBytes: 100 * megabyte, atOnce: 2 },
}
const administrator = { maxFileBytes: 4096 * megabyte, dailyBytes: null, leftTodayBytes: null, atOnce: null }

test('a customer sees the limits per file and for the rest of the day', () => {
  expect(formatAllowance(customer)).toBe('Up to 256 MB per file, 2 at a time. 100 MB of 1 GB left today.')
  expect(formatAllowance(administrator)).toBe('Up to 4 GB per file.')
})

test('a file that would be rejected is rejected before the upload, with the reason', () => {
  expect(getUploadError({ size: 257 * megabyte }, customer)).toContain('The maximum is 256 MB')
  expect(getUploadError({ size: 101 * megabyte }, customer)).toContain('100 MB are left today')
  expect(getUploadError({ size: 100 * megabyte }, customer)).toBeUndefined()
  expect(getUploadError({ size: 4096 * megabyte }, administrator)).toBeUndefined()
  expect(getUploadError({ size: 1 }, undefined)).toBeUndefined()
})

test('a file that found no room on the server can be sent again, and one that was refused cannot', () => {
  const refuse = (message: string) => new ApiError(422, { message, code: 'UNPROCESSABLE' })
  expect(isRefusedFile(refuse(diskFullMessage))).toBe(false)
  expect(isRefusedFile(refuse('This file is empty.'))).toBe(true)
  expect(isRefusedFile(new ApiError(413, {}))).toBe(true)
})
