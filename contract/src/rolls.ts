import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { PageQuery, pageOf } from './paging.ts'

/** One published file of a county or city, as it is loaded now. `rowsRead = rowsMapped + rowsRejected`. */
export const Roll = z
  .object({
    id: z.string(),
    source: z.string(),
    name: z.string(),
    countyFips: z.array(z.string()),
    recordedOn: z.iso.date().nullable(),
    ingestedAt: z.iso.datetime(),
    fileName: z.string(),
    sha256: z.string(),
    rowsRead: z.int(),
    rowsMapped: z.int(),
    rowsRejected: z.int(),
    isGenerated: z.boolean(),
  })
  .meta({
    id: 'Roll',
    example: {
      id: '1',
      source: 'demo',
      name: 'Generated demo county records',
      countyFips: ['47037'],
      recordedOn: '2026-10-01',
      ingestedAt: '2026-11-02T09:30:00.000Z',
      fileName: 'generated',
      sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
      rowsRead: 200000,
      rowsMapped: 200000,
      rowsRejected: 0,
      isGenerated: true,
    },
  })
export type Roll = z.infer<typeof Roll>

export const rolls = {
  list: endpoint({
    method: 'GET',
    path: '/v1/admin/rolls',
    summary: 'The rolls loaded, newest first',
    tag: 'Data',
    access: ['SUPER_ADMIN'],
    query: PageQuery,
    response: pageOf(Roll),
  }),
}
