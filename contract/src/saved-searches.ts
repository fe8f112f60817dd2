import { z } from 'zod'
import { Criteria } from './criteria.ts'
import { endpoint } from './endpoint.ts'
import { exampleOf } from './examples.ts'
import { PageQuery, pageOf } from './paging.ts'

const savers = ['CONSUMER_USER', 'ENTERPRISE_USER'] as const

const SavedSearchParams = z.object({ id: z.uuid('There is no such saved search') })
const name = z
  .string('Name is required')
  .trim()
  .min(1, 'Name is required')
  .max(100, 'Name must be less than 100 characters')

export const SavedSearch = z
  .object({
    id: z.string(),
    name: z.string(),
    criteria: Criteria,
    isDefault: z.boolean(),
    lastCount: z
      .int()
      .nullable()
      .meta({ description: 'How many matched when it was last saved; null when not counted' }),
    lastCountAt: z.iso.datetime().nullable(),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
  })
  .meta({
    id: 'SavedSearch',
    example: {
      id: '0f5a7d52-8a8e-4c53-9d0b-6a1f4de0c7b1',
      name: 'Absentee owners of Davidson',
      criteria: exampleOf(Criteria),
      isDefault: true,
      lastCount: 1834,
      lastCountAt: '2026-11-02T09:30:00.000Z',
      createdAt: '2026-11-02T09:30:00.000Z',
      updatedAt: '2026-11-02T09:30:00.000Z',
    },
  })
export type SavedSearch = z.infer<typeof SavedSearch>

export const NewSavedSearch = z
  .strictObject({ name, criteria: Criteria })
  .meta({ id: 'NewSavedSearch', example: { name: 'Absentee owners of Davidson', criteria: exampleOf(Criteria) } })
export type NewSavedSearch = z.infer<typeof NewSavedSearch>

export const SavedSearchChange = NewSavedSearch.partial().meta({
  id: 'SavedSearchChange',
  example: { name: 'Absentee owners of Davidson, 2026' },
})
export type SavedSearchChange = z.infer<typeof SavedSearchChange>

export const savedSearches = {
  list: endpoint({
    method: 'GET',
    path: '/v1/save-search',
    summary: "The user's saved searches, the default first, then the newest",
    tag: 'Saved searches',
    access: savers,
    query: PageQuery.extend({ search: z.string().trim().max(100).optional() }),
    response: pageOf(SavedSearch),
  }),
  create: endpoint({
    method: 'POST',
    path: '/v1/save-search',
    summary: 'Save a search',
    tag: 'Saved searches',
    access: savers,
    body: NewSavedSearch,
    response: SavedSearch,
    status: 201,
    idempotent: true,
    errors: ['CONFLICT', 'UNPROCESSABLE'],
  }),
  getDefault: endpoint({
    method: 'GET',
    path: '/v1/save-search/default',
    summary: 'The saved search that is the default; not found where none is',
    tag: 'Saved searches',
    access: savers,
    response: SavedSearch,
    errors: ['NOT_FOUND'],
  }),
  get: endpoint({
    method: 'GET',
    path: '/v1/save-search/{id}',
    summary: 'One saved search',
    tag: 'Saved searches',
    access: savers,
    params: SavedSearchParams,
    response: SavedSearch,
  }),
  change: endpoint({
    method: 'PATCH',
    path: '/v1/save-search/{id}',
    summary: 'Rename a saved search, or replace its criteria',
    tag: 'Saved searches',
    access: savers,
    params: SavedSearchParams,
    body: SavedSearchChange,
    response: SavedSearch,
    errors: ['CONFLICT', 'UNPROCESSABLE'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/v1/save-search/{id}',
    summary: 'Delete a saved search',
    tag: 'Saved searches',
    access: savers,
    params: SavedSearchParams,
    status: 204,
  }),
  makeDefault: endpoint({
    method: 'POST',
    path: '/v1/save-search/{id}/make-default',
    summary: 'Make a saved search the default, in place of any other',
    tag: 'Saved searches',
    access: savers,
    params: SavedSearchParams,
    response: SavedSearch,
  }),
}
