import type { UploadAllowance } from '@dooryard/contract/data/uploads'
import { formatBytes } from '../../lib/format/format.ts'

/** `Up to 256 MB a file, 2 at a time. 812 MB of 1 GB left today.` */
export function formatAllowance({ maxFileBytes, dailyBytes, leftTodayBytes, atOnce }: UploadAllowance): string {
  const file = `Up to ${formatBytes(maxFileBytes)} a file`
  if (dailyBytes === null || leftTodayBytes === null) return `${file}.`
  const together = atOnce === null ? '' : `, ${atOnce} at a time`
  return `${file}${together}. ${formatBytes(leftTodayBytes)} of ${formatBytes(dailyBytes)} left today.`
}

/** Why a file cannot be uploaded now; undefined when there is no known reason. */
export function getUploadError(file: Pick<File, 'size'> | undefined, allowance: UploadAllowance | undefined) {
  if (!file || !allowance) return undefined
  const { maxFileBytes, leftTodayBytes } = allowance
  const has = `This file has ${formatBytes(file.size)}, and`
  if (file.size > maxFileBytes) return `${has} the most that is taken is ${formatBytes(maxFileBytes)}.`
  if (leftTodayBytes !== null && file.size > leftTodayBytes)
    return `${has} ${formatBytes(leftTodayBytes)} are left today. The day begins anew at midnight UTC.`
  return undefined
}
