import { z } from 'zod'
import { ApiKey } from './api-keys.ts'
import { adminCall } from './endpoint.ts'
import { line } from './line.ts'
import { Owner, ownersQuery } from './owner.ts'
import { PageQuery, pageOf } from './paging.ts'
import { reason } from './reason.ts'

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
  list: adminCall('GET /v1/admin/api-keys', "Everybody's API keys, the last used first", {
    query: PageQuery.extend({
      search: line().max(100).optional().describe('Any part of the name, how the key begins, or whose it is'),
      userId: ownersQuery,
      state: z.enum(apiKeyStates).optional(),
    }),
    response: pageOf(AdminApiKey),
    data: ['personal'],
  }),
  get: adminCall('GET /v1/admin/api-keys/{id}', 'One API key of anybody', {
    params: KeyParams,
    response: AdminApiKey,
    data: ['personal'],
  }),
  revoke: adminCall(
    'POST /v1/admin/api-keys/{id}/revoke',
    'Revoke an API key of anybody for good; its owner is told by mail, with the reason',
    { params: KeyParams, body: Revocation, response: AdminApiKey, data: ['personal'], errors: ['CONFLICT'] },
  ),
}
