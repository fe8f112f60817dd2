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

/** How test keys start, so that people and secret scanners tell them from live ones. */
export const testKeyPrefix = `${apiKeyPrefix}test_`

export const maxAllowedIps = 50

const addressRange = z.union(
  [z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()],
  'Enter an IP address like 203.0.113.7, or a range like 203.0.113.0/24',
)

const allowedIps = z.array(z.string()).describe('IP addresses and CIDR ranges the key works from; empty for anywhere')

const KeyParams = z.object({ id: z.uuid('There is no such API key') })

export const ApiKey = z
  .object({
    id: z.string(),
    name: z.string(),
    prefix: z.string().describe('The start of the key; the rest is stored only as a hash'),
    isTest: z.boolean().describe('A test key: its orders cost nothing and deliver generated leads'),
    scopes: z.array(apiScopes.schema),
    allowedIps: classified('personal', allowedIps),
    expiresAt: z.iso.datetime().optional().describe('The key stops working at this time'),
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
  .meta({
    id: 'ApiKey',
    example: { name: 'CRM nightly import', prefix: 'dyk_7Hq2', isTest: false, allowedIps: [] },
  })
export type ApiKey = z.infer<typeof ApiKey>

export const IssuedApiKey = ApiKey.extend({
  key: classified('secret', z.string().describe('Shown only once: store it like a password')),
}).meta({
  id: 'IssuedApiKey',
  example: { ...getExample(ApiKey), usage: [], key: 'dyk_7Hq2ZxV9mB4tKp1sWc8nRy5dFj3gLa6uQe0i43aK0O' },
})
export type IssuedApiKey = z.infer<typeof IssuedApiKey>

/** What its owner can change of a key. */
export const ApiKeyTerms = z
  .strictObject({
    name: textLine('Name is required').min(1, 'Name is required').max(100, 'Name must be less than 100 characters'),
    scopes: z
      .array(apiScopes.schema)
      .min(1, 'Choose at least one permission')
      .transform((chosen) => apiScopes.values.filter((scope) => chosen.includes(scope))),
    allowedIps: z
      .array(addressRange)
      .max(maxAllowedIps, `An API key can have at most ${maxAllowedIps} IP addresses and ranges`)
      .default([])
      .describe(`Up to ${maxAllowedIps} IP addresses and CIDR ranges the key works from; empty for anywhere`),
    expiresAt: isoDateTime('The end must be an instant like 2026-11-02T09:30:00Z').optional(),
  })
  .meta({
    id: 'ApiKeyTerms',
    example: { name: 'CRM nightly import', scopes: ['counts:read', 'orders:read'], allowedIps: [] },
  })
export type ApiKeyTerms = z.infer<typeof ApiKeyTerms>

export const NewApiKey = ApiKeyTerms.extend({
  isTest: z.boolean().default(false).describe('Create a test key: its orders cost nothing and deliver generated leads'),
}).meta({ id: 'NewApiKey', example: { ...getExample(ApiKeyTerms), isTest: false } })
export type NewApiKey = z.infer<typeof NewApiKey>

const CallerAddress = z
  .object({ ipAddress: classified('personal', z.string()) })
  .meta({ id: 'CallerAddress', example: { ipAddress: '203.0.113.7' } })

const apiKeyEndpoint = endpointFactory({ tag: 'API keys', access: ['ENTERPRISE_USER'] })

export const apiKeys = {
  list: apiKeyEndpoint('GET /v1/api-keys', "List the user's API keys, newest first", {
    query: PageQuery,
    response: pageSchema(ApiKey),
    data: ['personal'],
  }),
  callerAddress: apiKeyEndpoint('GET /v1/api-keys/caller-address', 'Get the IP address this request comes from', {
    response: CallerAddress,
    data: ['personal'],
  }),
  create: apiKeyEndpoint(
    'POST /v1/api-keys',
    `Create an API key, at most ${maxApiKeys} per user; only this response contains the key`,
    {
      body: NewApiKey,
      response: IssuedApiKey,
      data: ['secret', 'personal'],
      status: 201,
      // No Idempotency-Key: the stored response would contain the key in plain text.
      refusedWhileImpersonating: true,
      stepUp: true,
      errors: ['CONFLICT', 'UNPROCESSABLE'],
    },
  ),
  get: apiKeyEndpoint('GET /v1/api-keys/{id}', 'Get an API key', {
    params: KeyParams,
    response: ApiKey,
    data: ['personal'],
  }),
  change: apiKeyEndpoint(
    'PUT /v1/api-keys/{id}',
    'Replace the name, scopes, IP addresses and expiry of an API key; the key itself stays the same',
    {
      params: KeyParams,
      body: ApiKeyTerms,
      response: ApiKey,
      data: ['personal'],
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
    'Replace the key with a new one of the same name and settings; the old key stops working immediately',
    {
      params: KeyParams,
      response: IssuedApiKey,
      data: ['secret', 'personal'],
      refusedWhileImpersonating: true,
      stepUp: true,
    },
  ),
}
