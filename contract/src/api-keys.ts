import { z } from 'zod'
import { apiScopes } from './api-scopes.ts'
import { classified } from './data-classes.ts'
import { callsWith } from './endpoint.ts'
import { exampleOf } from './examples.ts'
import { instant } from './instant.ts'
import { line } from './line.ts'
import { PageQuery, pageOf } from './paging.ts'

export const mostApiKeys = 20

export const usageDays = 30

export const apiKeyPrefix = 'dyk_'

const KeyParams = z.object({ id: z.uuid('There is no such API key') })

export const ApiKey = z
  .object({
    id: z.string(),
    name: z.string(),
    prefix: z.string().describe('How the key begins; the rest is kept as a hash, and nobody can read it'),
    scopes: z.array(apiScopes.schema),
    expiresAt: z.iso.datetime().optional().describe('From then on it opens nothing'),
    lastUsedAt: z.iso.datetime().optional(),
    lastCall: z
      .object({ at: z.iso.datetime(), method: z.string(), path: z.string(), status: z.int() })
      .optional()
      .describe('The last call that it was used for, its path without ids, and the HTTP status of the answer'),
    usage: z
      .array(z.object({ day: z.iso.date(), calls: z.int(), refused: z.int() }))
      .max(usageDays)
      .describe(
        `Calls by UTC day, and how many of them were refused; the last ${usageDays} days, without those on which there were none`,
      ),
    createdAt: z.iso.datetime(),
    regeneratedAt: z.iso.datetime().optional(),
  })
  .meta({ id: 'ApiKey', example: { name: 'CRM nightly import', prefix: 'dyk_7Hq2' } })
export type ApiKey = z.infer<typeof ApiKey>

export const IssuedApiKey = ApiKey.extend({
  key: classified('secret', z.string().describe('Shown this once: keep it where you keep passwords')),
}).meta({
  id: 'IssuedApiKey',
  example: { ...exampleOf(ApiKey), usage: [], key: 'dyk_7Hq2ZxV9mB4tKp1sWc8nRy5dFj3gLa6uQe0i43aK0O' },
})
export type IssuedApiKey = z.infer<typeof IssuedApiKey>

export const NewApiKey = z
  .strictObject({
    name: line('Name is required').min(1, 'Name is required').max(100, 'Name must be less than 100 characters'),
    scopes: z
      .array(apiScopes.schema)
      .min(1, 'Choose at least one thing that the key may do')
      .transform((chosen) => apiScopes.values.filter((scope) => chosen.includes(scope))),
    expiresAt: instant('The end must be an instant like 2026-11-02T09:30:00Z').optional(),
  })
  .meta({ id: 'NewApiKey', example: { name: 'CRM nightly import', scopes: ['counts:read', 'orders:read'] } })
export type NewApiKey = z.infer<typeof NewApiKey>

const keyCall = callsWith({ tag: 'API keys', access: ['ENTERPRISE_USER'] })

export const apiKeys = {
  list: keyCall('GET /v1/api-keys', "The user's API keys, the newest first", {
    query: PageQuery,
    response: pageOf(ApiKey),
  }),
  create: keyCall(
    'POST /v1/api-keys',
    `Make an API key, of which a user has ${mostApiKeys} at most; this answer alone has the key`,
    {
      body: NewApiKey,
      response: IssuedApiKey,
      data: ['secret'],
      status: 201,
      // No Idempotency-Key: the record of its answer would be a copy of the key that can be read.
      refusedWhileImpersonating: true,
      errors: ['CONFLICT', 'UNPROCESSABLE'],
    },
  ),
  get: keyCall('GET /v1/api-keys/{id}', 'One API key', { params: KeyParams, response: ApiKey }),
  change: keyCall(
    'PUT /v1/api-keys/{id}',
    'Give an API key another name, other scopes and another end, all as said; the key itself stays',
    {
      params: KeyParams,
      body: NewApiKey,
      response: ApiKey,
      refusedWhileImpersonating: true,
      errors: ['CONFLICT', 'UNPROCESSABLE'],
    },
  ),
  revoke: keyCall('DELETE /v1/api-keys/{id}', 'Revoke an API key for good', {
    params: KeyParams,
    status: 204,
    refusedWhileImpersonating: true,
  }),
  regenerate: keyCall(
    'POST /v1/api-keys/{id}/regenerate',
    'Replace the key by a new one of the same name, scopes and end; the old one opens nothing from now on',
    { params: KeyParams, response: IssuedApiKey, data: ['secret'], refusedWhileImpersonating: true },
  ),
}
