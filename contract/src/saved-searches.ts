import { z } from 'zod'
import { Criteria } from './criteria.ts'
import { CriteriaSummary } from './criteria-summary.ts'
import { callsWith } from './endpoint.ts'
import { exampleOf } from './examples.ts'
import { line } from './line.ts'
import { PageQuery, pageOf } from './paging.ts'
import { PropertyId, PropertyRow } from './properties.ts'
import { StoredCriteria } from './stored-criteria.ts'

/** Of a search with more matches it is known how many there are, but not which are new. */
export const mostFollowed = 100_000

export const mostSavedSearches = 200

export const mostHistory = 30

export const restorableDays = 30

/** How many deleted searches of a user can be had back, the last ones. */
export const mostRestorable = 50

const SavedSearchParams = z.object({ id: z.uuid('There is no such saved search') })
const name = line('Name is required').min(1, 'Name is required').max(100, 'Name must be less than 100 characters')

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
        'How many matched at the last count: when it was saved or visited, or by itself once a day; null when not counted',
      ),
    delivered: z
      .int()
      .optional()
      .describe(
        'How many of these were delivered to the user, as of now where what matches is followed: the lead finder leaves them ' +
          'out; absent where it does not, where nothing is counted, or where it cannot be told just now',
      ),
    lastCountAt: z.iso.datetime().nullable(),
    changes: z
      .object({ entered: z.int(), left: z.int() })
      .optional()
      .describe(
        'How many match now and did not at the last visit, and the other way round; absent where there is nothing to compare, as with more than `mostFollowed` matches',
      ),
    visitedAt: z.iso.datetime().nullable().describe('When its matches were last looked at'),
    emailChanges: z.boolean().describe('Whether the daily recount mails what has changed'),
    history: z
      .array(z.object({ at: z.iso.datetime(), count: z.int() }))
      .max(mostHistory)
      .optional()
      .describe('The last counts of these criteria, the newest last'),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
  })
  .meta({ id: 'ListedSavedSearch' })
export type ListedSavedSearch = z.infer<typeof ListedSavedSearch>

export const SavedSearch = ListedSavedSearch.extend({ criteria: Criteria }).meta({ id: 'SavedSearch' })
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

const ChangedMatch = z
  .object({
    propertyId: PropertyId,
    property: PropertyRow.nullable().describe('Null where no roll has it any more'),
  })
  .meta({ id: 'ChangedMatch' })
export type ChangedMatch = z.infer<typeof ChangedMatch>

const searchCall = callsWith({ tag: 'Saved searches', access: ['CONSUMER_USER', 'ENTERPRISE_USER'] })

export const savedSearches = {
  list: searchCall('GET /v1/save-search', "The user's saved searches, with a summary of the criteria of each", {
    query: PageQuery.extend({
      search: line().max(100).optional(),
      sort: z
        .enum(['default', 'changes'])
        .default('default')
        .describe('The default first, then the newest; or those of which most has changed first'),
    }),
    response: pageOf(ListedSavedSearch),
  }),
  create: searchCall('POST /v1/save-search', 'Save a search, of which a user has 200 at most', {
    body: NewSavedSearch,
    response: SavedSearch,
    status: 201,
    // It is counted meanwhile, for which no transaction waits.
    idempotent: 'outside',
    errors: ['CONFLICT', 'UNPROCESSABLE'],
  }),
  getDefault: searchCall(
    'GET /v1/save-search/default',
    'The saved search that is the default; not found where none is',
    { response: SavedSearch, errors: ['NOT_FOUND'] },
  ),
  get: searchCall('GET /v1/save-search/{id}', 'One saved search', { params: SavedSearchParams, response: SavedSearch }),
  change: searchCall('PATCH /v1/save-search/{id}', 'Rename a saved search, or replace its criteria', {
    params: SavedSearchParams,
    body: SavedSearchChange,
    response: SavedSearch,
    errors: ['CONFLICT', 'UNPROCESSABLE'],
  }),
  remove: searchCall('DELETE /v1/save-search/{id}', 'Delete a saved search', {
    params: SavedSearchParams,
    status: 204,
  }),
  restore: searchCall(
    'POST /v1/save-search/{id}/restore',
    'Take back that a saved search was deleted, within 30 days and for the 50 deleted last',
    { params: SavedSearchParams, response: SavedSearch, errors: ['CONFLICT', 'UNPROCESSABLE'] },
  ),
  visit: searchCall(
    'POST /v1/save-search/{id}/visit',
    'Count a saved search anew and note that its matches have been looked at: changes are told from here on',
    { params: SavedSearchParams, response: SavedSearch, errors: ['UNPROCESSABLE'] },
  ),
  changes: searchCall(
    'GET /v1/save-search/{id}/changes',
    'The properties that entered or left a saved search since its last visit',
    {
      params: SavedSearchParams,
      query: PageQuery.extend({ change: z.enum(['ENTERED', 'LEFT']).default('ENTERED') }),
      response: pageOf(ChangedMatch),
      ownerRows: 'PAGE',
    },
  ),
  makeDefault: searchCall(
    'POST /v1/save-search/{id}/make-default',
    'Make a saved search the default, in place of any other',
    { params: SavedSearchParams, response: SavedSearch },
  ),
}
