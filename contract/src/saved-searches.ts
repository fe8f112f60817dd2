import { z } from 'zod'
import { Criteria } from './criteria.ts'
import { CriteriaSummary } from './criteria-summary.ts'
import { endpoint } from './endpoint.ts'
import { exampleOf } from './examples.ts'
import { line } from './line.ts'
import { PageQuery, pageOf } from './paging.ts'
import { PropertyId, PropertyRow } from './properties.ts'
import { StoredCriteria } from './stored-criteria.ts'

const savers = ['CONSUMER_USER', 'ENTERPRISE_USER'] as const

/** Of a search with more matches it is known how many there are, but not which are new. */
export const mostFollowed = 100_000

/** How many searches a user can have saved. */
export const mostSavedSearches = 200

/** How many counts a saved search tells of. */
export const mostHistory = 30

/** How long a deleted search can be had back. */
export const restorableDays = 30

/** How many deleted searches of a user can be had back, the last ones. */
export const mostRestorable = 50

const SavedSearchParams = z.object({ id: z.uuid('There is no such saved search') })
const name = line('Name is required').min(1, 'Name is required').max(100, 'Name must be less than 100 characters')

/** A saved search as it stands on a list. */
export const ListedSavedSearch = z
  .object({
    id: z.string(),
    name: z.string(),
    criteriaSummary: CriteriaSummary,
    isDefault: z.boolean(),
    lastCount: z.int().nullable().meta({
      description:
        'How many matched at the last count: when it was saved or visited, or by itself once a day; null when not counted',
    }),
    delivered: z
      .int()
      .optional()
      .meta({
        description:
          'How many of these were delivered to the user, as of now where what matches is followed: the lead finder leaves them ' +
          'out; absent where it does not, where nothing is counted, or where it cannot be told just now',
      }),
    lastCountAt: z.iso.datetime().nullable(),
    changes: z.object({ entered: z.int(), left: z.int() }).optional().meta({
      description:
        'How many match now and did not at the last visit, and the other way round; absent where there is nothing to compare, as with more than `mostFollowed` matches',
    }),
    visitedAt: z.iso.datetime().nullable().meta({ description: 'When its matches were last looked at' }),
    emailChanges: z.boolean().meta({ description: 'Whether the daily recount mails what has changed' }),
    history: z
      .array(z.object({ at: z.iso.datetime(), count: z.int() }))
      .max(mostHistory)
      .optional()
      .meta({ description: 'The last counts of these criteria, the newest last' }),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
  })
  .meta({
    id: 'ListedSavedSearch',
    example: {
      id: '0f5a7d52-8a8e-4c53-9d0b-6a1f4de0c7b1',
      name: 'Absentee owners of Davidson',
      criteriaSummary: { filters: 2, places: 'Davidson County, TN', stacked: 0, chosen: 0, excludesSearches: false },
      isDefault: true,
      lastCount: 1834,
      delivered: 12,
      lastCountAt: '2026-11-02T09:30:00.000Z',
      changes: { entered: 14, left: 3 },
      visitedAt: '2026-10-30T16:02:00.000Z',
      emailChanges: true,
      history: [
        { at: '2026-11-01T09:30:00.000Z', count: 1823 },
        { at: '2026-11-02T09:30:00.000Z', count: 1834 },
      ],
      createdAt: '2026-11-02T09:30:00.000Z',
      updatedAt: '2026-11-02T09:30:00.000Z',
    },
  })
export type ListedSavedSearch = z.infer<typeof ListedSavedSearch>

export const SavedSearch = ListedSavedSearch.extend({ criteria: Criteria }).meta({
  id: 'SavedSearch',
  example: { ...exampleOf(ListedSavedSearch), criteria: exampleOf(Criteria) },
})
export type SavedSearch = z.infer<typeof SavedSearch>

export const NewSavedSearch = z
  .strictObject({ name, criteria: StoredCriteria, emailChanges: z.boolean().optional() })
  .meta({ id: 'NewSavedSearch', example: { name: 'Absentee owners of Davidson', criteria: exampleOf(Criteria) } })
export type NewSavedSearch = z.infer<typeof NewSavedSearch>

export const SavedSearchChange = NewSavedSearch.partial().meta({
  id: 'SavedSearchChange',
  example: { name: 'Absentee owners of Davidson, 2026' },
})
export type SavedSearchChange = z.infer<typeof SavedSearchChange>

/** A property that entered or left a saved search since its last visit. */
const ChangedMatch = z
  .object({
    propertyId: PropertyId,
    property: PropertyRow.nullable().meta({ description: 'Null where no roll has it any more' }),
  })
  .meta({
    id: 'ChangedMatch',
    example: { propertyId: exampleOf(PropertyRow).propertyId, property: exampleOf(PropertyRow) },
  })
export type ChangedMatch = z.infer<typeof ChangedMatch>

export const savedSearches = {
  list: endpoint({
    method: 'GET',
    path: '/v1/save-search',
    summary: "The user's saved searches, with a summary of the criteria of each",
    tag: 'Saved searches',
    access: savers,
    query: PageQuery.extend({
      search: line().max(100).optional(),
      sort: z
        .enum(['default', 'changes'])
        .default('default')
        .meta({ description: 'The default first, then the newest; or those of which most has changed first' }),
    }),
    response: pageOf(ListedSavedSearch),
  }),
  create: endpoint({
    method: 'POST',
    path: '/v1/save-search',
    summary: 'Save a search, of which a user has 200 at most',
    tag: 'Saved searches',
    access: savers,
    body: NewSavedSearch,
    response: SavedSearch,
    status: 201,
    // It is counted meanwhile, for which no transaction waits.
    idempotent: 'outside',
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
  restore: endpoint({
    method: 'POST',
    path: '/v1/save-search/{id}/restore',
    summary: 'Take back that a saved search was deleted, within 30 days and for the 50 deleted last',
    tag: 'Saved searches',
    access: savers,
    params: SavedSearchParams,
    response: SavedSearch,
    errors: ['CONFLICT', 'UNPROCESSABLE'],
  }),
  visit: endpoint({
    method: 'POST',
    path: '/v1/save-search/{id}/visit',
    summary: 'Count a saved search anew and note that its matches have been looked at: changes are told from here on',
    tag: 'Saved searches',
    access: savers,
    params: SavedSearchParams,
    response: SavedSearch,
    errors: ['UNPROCESSABLE'],
  }),
  changes: endpoint({
    method: 'GET',
    path: '/v1/save-search/{id}/changes',
    summary: 'The properties that entered or left a saved search since its last visit',
    tag: 'Saved searches',
    access: savers,
    params: SavedSearchParams,
    query: PageQuery.extend({ change: z.enum(['ENTERED', 'LEFT']).default('ENTERED') }),
    response: pageOf(ChangedMatch),
    ownerRows: 'PAGE',
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
