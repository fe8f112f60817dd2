import { z } from 'zod'
import { endpoint } from './endpoint.ts'

const UploadAllowance = z
  .object({
    maxFileBytes: z.int().meta({ description: 'The largest file that the caller may upload' }),
    dailyBytes: z.int().nullable().meta({ description: 'All their files of a UTC day together; null for no limit' }),
    leftTodayBytes: z.int().nullable().meta({ description: 'What is left of that, with uploads in progress counted' }),
    atOnce: z.int().nullable().meta({ description: 'Uploads in progress at a time; null for no limit' }),
  })
  .meta({
    id: 'UploadAllowance',
    example: { maxFileBytes: 268435456, dailyBytes: 1073741824, leftTodayBytes: 805306368, atOnce: 2 },
  })
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
