import { z } from 'zod'
import { endpointFactory } from '../api/endpoint.ts'
import { getExample } from '../api/examples.ts'
import { PageQuery, pageSchema } from '../api/paging.ts'
import { textLine } from '../api/text.ts'
import { Criteria } from '../criteria/criteria.ts'
import { CriteriaSummary } from '../criteria/criteria-summary.ts'
import { StoredCriteria } from '../criteria/stored-criteria.ts'
import { PropertyId, PropertyRow } from './properties.ts'

/** For a search with more matches the count is known, but not which matches are new. */
export const maxTrackedMatches = 100_000

export const maxSavedSearches = 200

export const maxHistoryEntries = 30

export const savedSearchRestorableDays = 30

/** How many of a user's deleted searches can be restored: the latest ones. */
export const maxRestorableSearches = 50

const SavedSearchParams = z.object({ id: z.uuid('There is no such saved search') })
const name = textLine('Name is required').min(1, 'Name is required').max(100, 'Name must be less than 100 characters')

export const ListedSavedSearch = z
  .object({
    id: z.string(),
    name: z.string(),
    criteriaSummary: CriteriaSummary,
    isDefault: z.boolean(),
    lastCount: z
      .int()
      .nullable()
      .describe(
        'Matches at the last count: when it was saved or visited, or at the daily recount; null when not counted',
      ),
    delivered: z
      .int()
      .optional()
      .describe(
        'How many of these were delivered to the user, as of now where what matches is followed: the lead finder leaves them ' +
          'absent if it does not, if nothing is counted, or if the number is currently unknown',
      ),
    lastCountAt: z.iso.datetime().nullable(),
    changes: z
      .object({ entered: z.int(), left: z.int() })
      .optional()
      .describe(
        'New and removed matches since the last visit; absent if there is nothing to compare, as with too many matches to track',
      ),
    visitedAt: z.iso.datetime().nullable().describe('When its matches were last visited'),
    emailChanges: z
      .boolean()
      .describe('Whether changes notify you once a day, by mail unless you turn it off in the notification settings'),
    history: z
      .array(z.object({ at: z.iso.datetime(), count: z.int() }))
      .max(maxHistoryEntries)
      .optional()
      .describe('The last counts of these criteria, oldest first'),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
  })
  .meta({ id: 'ListedSavedSearch' })
export type ListedSavedSearch = z.infer<typeof ListedSavedSearch>

export const SavedSearch = ListedSavedSearch.extend({ criteria: Criteria }).meta({ id: 'SavedSearch' })
export type SavedSearch = z.infer<typeof SavedSearch>

export const NewSavedSearch = z
  .strictObject({ name, criteria: StoredCriteria, emailChanges: z.boolean().optional() })
  .meta({ id: 'NewSavedSearch', example: { name: 'Absentee owners of Davidson', criteria: getExample(Criteria) } })
export type NewSavedSearch = z.infer<typeof NewSavedSearch>

export const SavedSearchChange = NewSavedSearch.partial().meta({
  id: 'SavedSearchChange',
  example: { name: 'Absentee owners of Davidson, 2026' },
})
export type SavedSearchChange = z.infer<typeof SavedSearchChange>

const ChangedMatch = z
  .object({
    propertyId: PropertyId,
    property: PropertyRow.nullable().describe('Null if no county dataset has it any more'),
  })
  .meta({ id: 'ChangedMatch' })
export type ChangedMatch = z.infer<typeof ChangedMatch>

const savedSearchEndpoint = endpointFactory({ tag: 'Saved searches', access: ['CONSUMER_USER', 'ENTERPRISE_USER'] })

export const savedSearches = {
  list: savedSearchEndpoint('GET /v1/save-search', "List the user's saved searches, with a summary of their criteria", {
    query: PageQuery.extend({
      search: textLine().max(100).optional(),
      suppressionListId: z
        .uuid('There is no such suppression list')
        .optional()
        .describe('Only searches that exclude this suppression list'),
      sort: z
        .enum(['default', 'changes'])
        .default('default')
        .describe('The default first, then newest first; or those with the most changes first'),
    }),
    response: pageSchema(ListedSavedSearch),
  }),
  create: savedSearchEndpoint('POST /v1/save-search', 'Save a search; a user can have at most 200', {
    body: NewSavedSearch,
    response: SavedSearch,
    status: 201,
    // The search is counted meanwhile, which must not happen inside a transaction.
    idempotent: 'outside',
    errors: ['CONFLICT', 'UNPROCESSABLE'],
  }),
  getDefault: savedSearchEndpoint(
    'GET /v1/save-search/default',
    'Get the default saved search; not found without one',
    { response: SavedSearch, errors: ['NOT_FOUND'] },
  ),
  get: savedSearchEndpoint('GET /v1/save-search/{id}', 'Get a saved search', {
    params: SavedSearchParams,
    response: SavedSearch,
  }),
  change: savedSearchEndpoint('PATCH /v1/save-search/{id}', 'Rename a saved search, or replace its criteria', {
    params: SavedSearchParams,
    body: SavedSearchChange,
    response: SavedSearch,
    errors: ['CONFLICT', 'UNPROCESSABLE'],
  }),
  remove: savedSearchEndpoint('DELETE /v1/save-search/{id}', 'Delete a saved search', {
    params: SavedSearchParams,
    status: 204,
  }),
  restore: savedSearchEndpoint(
    'POST /v1/save-search/{id}/restore',
    'Restore a deleted saved search, within 30 days and among the last 50 deleted',
    { params: SavedSearchParams, response: SavedSearch, errors: ['CONFLICT', 'UNPROCESSABLE'] },
  ),
  visit: savedSearchEndpoint(
    'POST /v1/save-search/{id}/visit',
    'Recount a saved search and mark it as visited: later changes are relative to this visit',
    { params: SavedSearchParams, response: SavedSearch, errors: ['UNPROCESSABLE'] },
  ),
  changes: savedSearchEndpoint(
    'GET /v1/save-search/{id}/changes',
    'List the new and removed matches of a saved search since its last visit',
    {
      params: SavedSearchParams,
      query: PageQuery.extend({ change: z.enum(['ENTERED', 'LEFT']).default('ENTERED') }),
      response: pageSchema(ChangedMatch),
    },
  ),
  makeDefault: savedSearchEndpoint(
    'POST /v1/save-search/{id}/make-default',
    'Make a saved search the default, replacing any other',
    { params: SavedSearchParams, response: SavedSearch },
  ),
}
