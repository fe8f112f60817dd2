import { z } from 'zod'
import { classified } from '../api/data-classes.ts'
import { endpointFactory } from '../api/endpoint.ts'
import { textLine } from '../api/text.ts'
import { fileImportListOptions, fileImportOptions, fileImportRetryOptions } from './file-imports.ts'

export const ContactSource = z
  .object({
    source: z.string(),
    name: z.string(),
    owners: z.int(),
    phones: z.int(),
    emails: z.int(),
    asOf: z.iso.date().describe('The date of the data, as published'),
    ingestedAt: z.iso.datetime(),
    isGenerated: z.boolean(),
  })
  .meta({ id: 'ContactSource' })
export type ContactSource = z.infer<typeof ContactSource>

export const ContactsOverview = z
  .object({
    sources: z.array(ContactSource),
    vendor: z
      .object({
        name: z.string(),
        state: z
          .enum(['WORKING', 'FAILING', 'PAUSED'])
          .describe('PAUSED: not called until `pausedUntil` after repeated failures'),
        pausedUntil: z.iso.datetime().optional(),
        lastError: classified('personal', z.string().optional()),
        askedToday: z.int().describe('Owners looked up since midnight UTC'),
        dailyLimit: z.int(),
        keptOwners: z.int().describe('Owners whose result is cached, for 90 days each'),
      })
      .nullable()
      .describe('Null if not configured'),
  })
  .meta({ id: 'ContactsOverview', example: { sources: [], vendor: null } })
export type ContactsOverview = z.infer<typeof ContactsOverview>

export const NewContactImport = z.object({
  name: textLine('The name is required')
    .min(1, 'The name is required')
    .max(100, 'The name is too long')
    .describe('The name of the file; a later one with the same name replaces it'),
  asOf: z.iso.date('Enter the day on which the contacts were gathered'),
  fileName: textLine('The file name is required')
    .min(1, 'The file name is required')
    .max(200, 'The file name is too long'),
})
export type NewContactImport = z.infer<typeof NewContactImport>

const SourceParams = z.object({ source: textLine().max(100) })

const contactsEndpoint = endpointFactory({ tag: 'Contacts', access: ['SUPER_ADMIN'] })

export const contacts = {
  overview: contactsEndpoint('GET /v1/admin/contacts', "Get the sources of owners' contacts", {
    response: ContactsOverview,
    data: ['personal'],
  }),
  import: contactsEndpoint('POST /v1/admin/contacts/imports', "Upload owners' contacts for import", {
    query: NewContactImport,
    ...fileImportOptions,
  }),
  imports: contactsEndpoint('GET /v1/admin/contacts/imports', 'List the imports of contacts, newest first', {
    ...fileImportListOptions,
  }),
  retry: contactsEndpoint('POST /v1/admin/contacts/imports/{id}/retry', 'Retry a failed import with its stored file', {
    ...fileImportRetryOptions,
  }),
  removeSource: contactsEndpoint(
    'DELETE /v1/admin/contacts/sources/{source}',
    'Remove the contacts of one file; delivered orders keep theirs',
    { params: SourceParams, status: 204 },
  ),
}
