import { diskFullMessage } from '@dooryard/contract/api/errors'
import type { UploadAllowance } from '@dooryard/contract/data/uploads'
import { ApiError } from '../../lib/api/errors.ts'
import { formatBytes } from '../../lib/format/format.ts'

/** `Up to 256 MB per file, 2 at a time. 812 MB of 1 GB left today.` */
export function formatAllowance({ maxFileBytes, dailyBytes, leftTodayBytes, atOnce }: UploadAllowance): string {
  const file = `Up to ${formatBytes(maxFileBytes)} per file`
  if (dailyBytes === null || leftTodayBytes === null) return `${file}.`
  const together = atOnce === null ? '' : `, ${atOnce} at a time`
  return `${file}${together}. ${formatBytes(leftTodayBytes)} of ${formatBytes(dailyBytes)} left today.`
}

/** Why a file cannot be uploaded now; undefined when there is no known reason. */
export function getUploadError(file: Pick<File, 'size'> | undefined, allowance: UploadAllowance | undefined) {
  if (!file || !allowance) return undefined
  const { maxFileBytes, leftTodayBytes } = allowance
  const size = `This file is ${formatBytes(file.size)}.`
  if (file.size > maxFileBytes) return `${size} The maximum is ${formatBytes(maxFileBytes)}.`
  if (leftTodayBytes !== null && file.size > leftTodayBytes)
    return `${size} ${formatBytes(leftTodayBytes)} are left today. The limit resets at midnight UTC.`
  return undefined
}

/** Whether the server refused a file for its content or size, so that only another file helps. */
export const isRefusedFile = (error: unknown) =>
  error instanceof ApiError &&
  error.message !== diskFullMessage &&
  (error.code === 'UNPROCESSABLE' || error.status === 413)
