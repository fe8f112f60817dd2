import { z } from 'zod'
import { apiScopes } from './api-scopes.ts'
import { classified } from './data-classes.ts'
import { endpoint } from './endpoint.ts'
import { exampleOf } from './examples.ts'
import { instant } from './instant.ts'
import { line } from './line.ts'
import { PageQuery, pageOf } from './paging.ts'

const enterprise = ['ENTERPRISE_USER'] as const

/** How many keys a user can have at a time. */
export const mostApiKeys = 20

/** How many days of use a key tells of. */
export const usageDays = 30

/** What every key begins with, so that people and secret scanners know one when they see it. */
export const apiKeyPrefix = 'dyk_'

const KeyParams = z.object({ id: z.uuid('There is no such API key') })

export const ApiKey = z
  .object({
    id: z.string(),
    name: z.string(),
    prefix: z.string().meta({ description: 'How the key begins; the rest is kept as a hash, and nobody can read it' }),
    scopes: z.array(apiScopes.schema),
    expiresAt: z.iso.datetime().optional().meta({ description: 'From then on it opens nothing' }),
    lastUsedAt: z.iso.datetime().optional(),
    lastCall: z
      .object({ at: z.iso.datetime(), method: z.string(), path: z.string(), status: z.int() })
      .optional()
      .meta({
        description: 'The last call that it was used for, its path without ids, and the HTTP status of the answer',
      }),
    usage: z
      .array(z.object({ day: z.iso.date(), calls: z.int(), refused: z.int() }))
      .max(usageDays)
      .meta({
        description: `Calls by UTC day, and how many of them were refused; the last ${usageDays} days, without those on which there were none`,
      }),
    createdAt: z.iso.datetime(),
    regeneratedAt: z.iso.datetime().optional(),
  })
  .meta({
    id: 'ApiKey',
    example: {
      id: '019a5c1e-0a3c-7a39-8f0b-2a7d9d5f1e34',
      name: 'CRM nightly import',
      prefix: 'dyk_7Hq2',
      scopes: ['counts:read', 'orders:read'],
      lastUsedAt: '2026-11-02T09:30:00.000Z',
      lastCall: { at: '2026-11-02T09:30:00.000Z', method: 'GET', path: '/v1/enterprise/orders', status: 200 },
      usage: [
        { day: '2026-11-01', calls: 24, refused: 0 },
        { day: '2026-11-02', calls: 10, refused: 1 },
      ],
      createdAt: '2026-10-20T14:00:00.000Z',
    },
  })
export type ApiKey = z.infer<typeof ApiKey>

/** The only answers that have the key itself. */
export const IssuedApiKey = ApiKey.extend({
  key: classified('secret', z.string().meta({ description: 'Shown this once: keep it where you keep passwords' })),
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

export const apiKeys = {
  list: endpoint({
    method: 'GET',
    path: '/v1/api-keys',
    summary: "The user's API keys, the newest first",
    tag: 'API keys',
    access: enterprise,
    query: PageQuery,
    response: pageOf(ApiKey),
  }),
  create: endpoint({
    method: 'POST',
    path: '/v1/api-keys',
    summary: `Make an API key, of which a user has ${mostApiKeys} at most; this answer alone has the key`,
    tag: 'API keys',
    access: enterprise,
    body: NewApiKey,
    response: IssuedApiKey,
    data: ['secret'],
    status: 201,
    // No Idempotency-Key: the record of its answer would be a copy of the key that can be read.
    refusedWhileImpersonating: true,
    errors: ['CONFLICT', 'UNPROCESSABLE'],
  }),
  get: endpoint({
    method: 'GET',
    path: '/v1/api-keys/{id}',
    summary: 'One API key',
    tag: 'API keys',
    access: enterprise,
    params: KeyParams,
    response: ApiKey,
  }),
  change: endpoint({
    method: 'PUT',
    path: '/v1/api-keys/{id}',
    summary: 'Give an API key another name, other scopes and another end, all as said; the key itself stays',
    tag: 'API keys',
    access: enterprise,
    params: KeyParams,
    body: NewApiKey,
    response: ApiKey,
    refusedWhileImpersonating: true,
    errors: ['CONFLICT', 'UNPROCESSABLE'],
  }),
  revoke: endpoint({
    method: 'DELETE',
    path: '/v1/api-keys/{id}',
    summary: 'Revoke an API key for good',
    tag: 'API keys',
    access: enterprise,
    params: KeyParams,
    status: 204,
    refusedWhileImpersonating: true,
  }),
  regenerate: endpoint({
    method: 'POST',
    path: '/v1/api-keys/{id}/regenerate',
    summary: 'Replace the key by a new one of the same name, scopes and end; the old one opens nothing from now on',
    tag: 'API keys',
    access: enterprise,
    params: KeyParams,
    response: IssuedApiKey,
    data: ['secret'],
    refusedWhileImpersonating: true,
  }),
}
