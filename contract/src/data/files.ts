import { z } from 'zod'
import { classified } from '../api/data-classes.ts'
import { endpoint } from '../api/endpoint.ts'

export const files = {
  get: endpoint({
    method: 'GET',
    path: '/v1/files/{ticket}',
    summary: 'Download the file of a signed, short-lived link',
    tag: 'Files',
    access: 'ANYONE',
    params: z.object({ ticket: z.string().max(1000) }),
    response: classified(['public-record', 'contact'], z.string()),
    data: ['contact'],
    answers: 'file',
    // Files of orders: their leads in several formats, and the certificates of their checks.
    mediaType: [
      'text/csv',
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      'application/zip',
      'application/jose',
    ],
    errors: ['FORBIDDEN', 'NOT_FOUND'],
  }),
}
