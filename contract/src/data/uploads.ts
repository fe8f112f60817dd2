import { z } from 'zod'
import { endpoint } from '../api/endpoint.ts'

const UploadAllowance = z
  .object({
    maxFileBytes: z.int().describe('The maximum file size of the caller'),
    dailyBytes: z.int().nullable().describe('Total bytes per UTC day; null for no limit'),
    leftTodayBytes: z.int().nullable().describe('Remaining bytes of the day, less uploads in progress'),
    atOnce: z.int().nullable().describe('Maximum concurrent uploads; null for no limit'),
  })
  .meta({ id: 'UploadAllowance' })
export type UploadAllowance = z.infer<typeof UploadAllowance>

export const uploads = {
  allowance: endpoint({
    method: 'GET',
    path: '/v1/uploads/allowance',
    summary: 'Get the upload limits of the caller: per file, per day, and concurrent',
    tag: 'Files',
    access: ['SUPER_ADMIN', 'ENTERPRISE_USER', 'CONSUMER_USER'],
    response: UploadAllowance,
  }),
}
