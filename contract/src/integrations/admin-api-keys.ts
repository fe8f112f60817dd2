import { z } from 'zod'
import { adminEndpoint } from '../api/endpoint.ts'
import { PageQuery, pageSchema } from '../api/paging.ts'
import { reason } from '../api/reason.ts'
import { textLine } from '../api/text.ts'
import { Owner, userIdsFilter } from '../identity/owner.ts'
import { ApiKey } from './api-keys.ts'

export const apiKeyStates = ['ACTIVE', 'EXPIRED', 'REVOKED'] as const

export const AdminApiKey = ApiKey.extend({
  user: Owner,
  state: z.enum(apiKeyStates),
  revokedAt: z.iso.datetime().optional(),
}).meta({ id: 'AdminApiKey' })
export type AdminApiKey = z.infer<typeof AdminApiKey>

const KeyParams = z.object({ id: z.uuid('There is no such API key') })

const Revocation = z
  .strictObject({ reason })
  .meta({ id: 'Revocation', example: { reason: 'Found in a public repository' } })
export type Revocation = z.infer<typeof Revocation>

export const adminApiKeys = {
  list: adminEndpoint('GET /v1/admin/api-keys', "List all users' API keys, most recently used first", {
    query: PageQuery.extend({
      search: textLine().max(100).optional().describe('Any part of the name, the key prefix, or the owner'),
      userId: userIdsFilter,
      state: z.enum(apiKeyStates).optional(),
    }),
    response: pageSchema(AdminApiKey),
    data: ['personal'],
  }),
  get: adminEndpoint('GET /v1/admin/api-keys/{id}', 'Get the API key of any user', {
    params: KeyParams,
    response: AdminApiKey,
    data: ['personal'],
  }),
  revoke: adminEndpoint(
    'POST /v1/admin/api-keys/{id}/revoke',
    'Revoke the API key of any user permanently; the owner is notified by mail with the reason',
    { params: KeyParams, body: Revocation, response: AdminApiKey, data: ['personal'], errors: ['CONFLICT'] },
  ),
}
