import { z } from 'zod'
import { endpoint } from './endpoint.ts'

const UploadAllowance = z
  .object({
    maxFileBytes: z.int().describe('The largest file that the caller may upload'),
    dailyBytes: z.int().nullable().describe('All their files of a UTC day together; null for no limit'),
    leftTodayBytes: z.int().nullable().describe('What is left of that, with uploads in progress counted'),
    atOnce: z.int().nullable().describe('Uploads in progress at a time; null for no limit'),
  })
  .meta({ id: 'UploadAllowance' })
export type UploadAllowance = z.infer<typeof UploadAllowance>

export const uploads = {
  allowance: endpoint({
    method: 'GET',
    path: '/v1/uploads/allowance',
    summary: 'How much the caller may upload: a file, a day, and at a time',
    tag: 'Files',
    access: ['SUPER_ADMIN', 'ENTERPRISE_USER'],
    response: UploadAllowance,
  }),
}
