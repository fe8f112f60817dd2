import { z } from 'zod'
import { classified } from '../api/data-classes.ts'
import { endpointFactory } from '../api/endpoint.ts'
import { leadStages } from '../api/enums.ts'
import { boardFilters } from '../orders/lead-board.ts'

export const BoardExport = z.object({
  ...boardFilters,
  stage: leadStages.schema.optional(),
  format: z.enum(['CSV', 'XLSX']).default('CSV'),
  phones: z
    .enum(['CALLABLE', 'ALL'])
    .default('CALLABLE')
    .describe('ALL adds wrong numbers and those that may not be called, after the others, each with the reason'),
})
export type BoardExport = z.infer<typeof BoardExport>

export const boardExport = {
  get: endpointFactory({ tag: 'Leads', access: ['CONSUMER_USER', 'ENTERPRISE_USER'] })(
    'GET /v1/leads/export',
    'Export the leads of the board by stage, as CSV or XLSX',
    {
      query: BoardExport,
      response: classified('contact', z.string()),
      data: ['contact'],
      answers: 'file',
      mediaType: ['text/csv', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
      limits: [{ name: 'board-export', per: 'account', times: 30, seconds: 3600 }],
    },
  ),
}
