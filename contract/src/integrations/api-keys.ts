import { z } from 'zod'
import { classified } from '../api/data-classes.ts'
import { isoDateTime } from '../api/date-time.ts'
import { endpointFactory } from '../api/endpoint.ts'
import { getExample } from '../api/examples.ts'
import { PageQuery, pageSchema } from '../api/paging.ts'
import { textLine } from '../api/text.ts'
import { apiScopes } from './api-scopes.ts'

export const maxApiKeys = 20

export const usageDays = 30

export const apiKeyPrefix = 'dyk_'

const KeyParams = z.object({ id: z.uuid('There is no such API key') })

export const ApiKey = z
  .object({
    id: z.string(),
    name: z.string(),
    prefix: z.string().describe('The start of the key; the rest is stored only as a hash'),
    scopes: z.array(apiScopes.schema),
    expiresAt: z.iso.datetime().optional().describe('From then on it opens nothing'),
    lastUsedAt: z.iso.datetime().optional(),
    lastCall: z
      .object({ at: z.iso.datetime(), method: z.string(), path: z.string(), status: z.int() })
      .optional()
      .describe('The last request with the key: its path without ids, and the HTTP status of the response'),
    usage: z
      .array(z.object({ day: z.iso.date(), calls: z.int(), refused: z.int() }))
      .max(usageDays)
      .describe(
        `Requests and refused requests by UTC day, for the last ${usageDays} days; days without requests are omitted`,
      ),
    createdAt: z.iso.datetime(),
    regeneratedAt: z.iso.datetime().optional(),
  })
  .meta({ id: 'ApiKey', example: { name: 'CRM nightly import', prefix: 'dyk_7Hq2' } })
export type ApiKey = z.infer<typeof ApiKey>

export const IssuedApiKey = ApiKey.extend({
  key: classified('secret', z.string().describe('Shown only once: store it like a password')),
}).meta({
  id: 'IssuedApiKey',
  example: { ...getExample(ApiKey), usage: [], key: 'dyk_7Hq2ZxV9mB4tKp1sWc8nRy5dFj3gLa6uQe0i43aK0O' },
})
export type IssuedApiKey = z.infer<typeof IssuedApiKey>

export const NewApiKey = z
  .strictObject({
    name: textLine('Name is required').min(1, 'Name is required').max(100, 'Name must be less than 100 characters'),
    scopes: z
      .array(apiScopes.schema)
      .min(1, 'Choose at least one thing that the key may do')
      .transform((chosen) => apiScopes.values.filter((scope) => chosen.includes(scope))),
    expiresAt: isoDateTime('The end must be an instant like 2026-11-02T09:30:00Z').optional(),
  })
  .meta({ id: 'NewApiKey', example: { name: 'CRM nightly import', scopes: ['counts:read', 'orders:read'] } })
export type NewApiKey = z.infer<typeof NewApiKey>

const apiKeyEndpoint = endpointFactory({ tag: 'API keys', access: ['ENTERPRISE_USER'] })

export const apiKeys = {
  list: apiKeyEndpoint('GET /v1/api-keys', "List the user's API keys, newest first", {
    query: PageQuery,
    response: pageSchema(ApiKey),
  }),
  create: apiKeyEndpoint(
    'POST /v1/api-keys',
    `Create an API key, at most ${maxApiKeys} per user; only this response contains the key`,
    {
      body: NewApiKey,
      response: IssuedApiKey,
      data: ['secret'],
      status: 201,
      // No Idempotency-Key: the stored response would contain the key in plain text.
      refusedWhileImpersonating: true,
      stepUp: true,
      errors: ['CONFLICT', 'UNPROCESSABLE'],
    },
  ),
  get: apiKeyEndpoint('GET /v1/api-keys/{id}', 'Get an API key', { params: KeyParams, response: ApiKey }),
  change: apiKeyEndpoint(
    'PUT /v1/api-keys/{id}',
    'Replace the name, scopes and expiry of an API key; the key itself stays the same',
    {
      params: KeyParams,
      body: NewApiKey,
      response: ApiKey,
      refusedWhileImpersonating: true,
      stepUp: true,
      errors: ['CONFLICT', 'UNPROCESSABLE'],
    },
  ),
  revoke: apiKeyEndpoint('DELETE /v1/api-keys/{id}', 'Revoke an API key permanently', {
    params: KeyParams,
    status: 204,
    refusedWhileImpersonating: true,
    stepUp: true,
  }),
  regenerate: apiKeyEndpoint(
    'POST /v1/api-keys/{id}/regenerate',
    'Replace the key with a new one of the same name, scopes and expiry; the old key stops working immediately',
    { params: KeyParams, response: IssuedApiKey, data: ['secret'], refusedWhileImpersonating: true, stepUp: true },
  ),
}
