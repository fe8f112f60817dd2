import { z } from 'zod'
import { classified } from './data-classes.ts'
import { callsWith } from './endpoint.ts'
import { importCall, importsCall, retryCall } from './file-imports.ts'
import { line } from './line.ts'

export const ContactSource = z
  .object({
    source: z.string(),
    name: z.string(),
    owners: z.int(),
    phones: z.int(),
    emails: z.int(),
    asOf: z.iso.date().describe('When whoever published them said so'),
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
          .describe('PAUSED: failed so often that it is left alone until `pausedUntil`'),
        pausedUntil: z.iso.datetime().optional(),
        lastError: classified('personal', z.string().optional()),
        askedToday: z.int().describe('Owners asked about since midnight UTC'),
        dailyLimit: z.int(),
        keptOwners: z.int().describe('Owners whose answer is kept and re-used, for 90 days each'),
      })
      .nullable()
      .describe('Null where none is configured'),
  })
  .meta({ id: 'ContactsOverview', example: { sources: [], vendor: null } })
export type ContactsOverview = z.infer<typeof ContactsOverview>

export const NewContactImport = z.object({
  name: line('The name is required')
    .min(1, 'The name is required')
    .max(100, 'The name is too long')
    .describe('What the file is; another one of the same name takes its place'),
  asOf: z.iso.date('Enter the day on which the contacts were gathered'),
  fileName: line('The file name is required').min(1, 'The file name is required').max(200, 'The file name is too long'),
})
export type NewContactImport = z.infer<typeof NewContactImport>

const SourceParams = z.object({ source: line().max(100) })

const contactsCall = callsWith({ tag: 'Contacts', access: ['SUPER_ADMIN'] })

export const contacts = {
  overview: contactsCall('GET /v1/admin/contacts', "Where owners' contacts come from", {
    response: ContactsOverview,
    data: ['personal'],
  }),
  import: contactsCall('POST /v1/admin/contacts/imports', "Upload owners' contacts, to be imported by a job", {
    query: NewContactImport,
    ...importCall,
  }),
  imports: contactsCall('GET /v1/admin/contacts/imports', 'The imports of uploaded contacts, newest first', {
    ...importsCall,
  }),
  retry: contactsCall('POST /v1/admin/contacts/imports/{id}/retry', 'Import the kept file of a failed import again', {
    ...retryCall,
  }),
  removeSource: contactsCall(
    'DELETE /v1/admin/contacts/sources/{source}',
    'Remove the contacts that came from one file; delivered orders keep theirs',
    { params: SourceParams, status: 204 },
  ),
}
