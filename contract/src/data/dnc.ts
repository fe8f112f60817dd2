import { z } from 'zod'
import { classified } from '../api/data-classes.ts'
import { endpoint, endpointFactory } from '../api/endpoint.ts'
import { dncLists, scrubResults } from '../api/enums.ts'
import { dncMaxAgeDays } from '../api/limits.ts'
import type { Role } from '../api/roles.ts'
import { textLine } from '../api/text.ts'
import { fileImportListOptions, fileImportOptions, fileImportRetryOptions } from './file-imports.ts'

const Phone = z
  .string('Enter a phone number')
  .transform((text) => text.replace(/\D/g, '').replace(/^1(?=\d{10}$)/, ''))
  .pipe(z.string().regex(/^[2-9]\d{9}$/, 'Enter a number of ten digits, like 615-555-0142'))

export const DncListVersion = z
  .object({
    list: dncLists.schema,
    areaCode: z.string().optional().describe('For the national registry'),
    state: z.string().optional().describe('For a state list; otherwise derived from the area code'),
    owner: z.enum(['YOURS', 'PLATFORM']),
    san: z.string().optional(),
    numbers: z.int(),
    accessedOn: z.iso.date(),
    ageDays: z.int(),
    isCurrent: z
      .boolean()
      .describe(
        `At most ${dncMaxAgeDays} days old. Numbers are not checked against an older version of the national registry`,
      ),
    isUsed: z.boolean().describe('False if your own version replaces it'),
    isGenerated: z.boolean().optional().describe('Generated for a demo'),
    importedAt: z.iso.datetime(),
  })
  .meta({ id: 'DncCopy' })
export type DncListVersion = z.infer<typeof DncListVersion>

export const DncCoverage = z
  .object({
    maxAgeDays: z.int(),
    areaCodes: z.int().describe('Area codes whose numbers can be checked now'),
    expiring: z.int().describe('Of these, area codes whose version becomes outdated within seven days'),
    stale: z.int().describe('Area codes whose version is too old'),
    numbers: z.int(),
    copies: z.array(DncListVersion),
  })
  .meta({ id: 'DncCoverage', example: { maxAgeDays: dncMaxAgeDays, areaCodes: 2, expiring: 0, stale: 0 } })
export type DncCoverage = z.infer<typeof DncCoverage>

export const dncListKindLabels = { FULL: 'Full list', CHANGE: 'Change list' } as const

export const NewDncImport = z.object({
  list: z.enum(dncLists.values, 'Choose a list'),
  kind: z
    .enum(['FULL', 'CHANGE'], 'Choose full or change list')
    .describe(
      'FULL replaces the existing version for the area codes in the file (on the internal list it replaces nothing); CHANGE adds and removes numbers',
    ),
  san: textLine('Enter the subscription account number')
    .regex(/^\d{5}-\d{5,10}$|^\d{8,15}$/, 'A subscription account number is like 10000-0000001')
    .optional()
    .describe('Required for the national registry'),
  state: z
    .string()
    .regex(/^[A-Z]{2}$/, 'A state is two letters')
    .optional()
    .describe('Required for a state list'),
  accessedOn: z.iso.date('Enter the day on which the list was fetched'),
  fileName: textLine('The file name is required')
    .min(1, 'The file name is required')
    .max(200, 'The file name is too long'),
})
export type NewDncImport = z.infer<typeof NewDncImport>

export const DncNumbers = z
  .strictObject({
    add: z.array(Phone).max(1_000, 'At most 1,000 numbers at once').default([]),
    remove: z.array(Phone).max(1_000, 'At most 1,000 numbers at once').default([]),
  })
  .refine(({ add, remove }) => add.length + remove.length > 0, 'Enter a phone number')
  .meta({ id: 'DncNumbers', example: { add: ['6155550142'], remove: [] } })
export type DncNumbers = z.infer<typeof DncNumbers>

export const DncCheckQuery = z
  .strictObject({ numbers: z.array(Phone).min(1, 'Enter a phone number').max(10, 'At most 10 numbers at once') })
  .meta({ id: 'DncCheckQuery', example: { numbers: ['6155550142'] } })
export type DncCheckQuery = z.infer<typeof DncCheckQuery>

export const DncCheck = z
  .object({
    items: z.array(
      z.object({
        number: classified('contact', z.string()),
        result: classified('contact', scrubResults.schema),
        reasons: classified('contact', z.array(scrubResults.schema).describe('All reasons, most severe first')),
        accessedOn: z.iso.date().optional().describe('Of the version of the national registry that was checked'),
      }),
    ),
  })
  .meta({ id: 'DncCheck' })
export type DncCheck = z.infer<typeof DncCheck>

const DncListVersionQuery = z.object({
  list: z.enum(dncLists.values, 'Choose a list'),
  areaCode: z
    .string()
    .regex(/^[2-9]\d{2}$/, 'An area code is three digits')
    .optional(),
  state: z
    .string()
    .regex(/^[A-Z]{2}$/, 'A state is two letters')
    .optional(),
})

const dncEndpoints = <const Allowed extends readonly Role[]>(access: Allowed, path: `/${string}`) => {
  const dncEndpoint = endpointFactory({ tag: 'Do not call', access })
  return {
    coverage: dncEndpoint(
      `GET ${path}/coverage`,
      'List the versions of the do-not-call lists by area code, with their age',
      {
        response: DncCoverage,
      },
    ),
    import: dncEndpoint(`POST ${path}/registry`, 'Upload a do-not-call list for import', {
      query: NewDncImport,
      ...fileImportOptions,
    }),
    imports: dncEndpoint(`GET ${path}/imports`, 'List the imports of do-not-call lists, newest first', {
      ...fileImportListOptions,
    }),
    retry: dncEndpoint(`POST ${path}/imports/{id}/retry`, 'Retry a failed import with its stored file', {
      ...fileImportRetryOptions,
    }),
    removeCopy: dncEndpoint(
      `DELETE ${path}/copies`,
      "Remove a list version; numbers are then checked against the platform's version, if any",
      { query: DncListVersionQuery, status: 204, errors: ['NOT_FOUND'] },
    ),
    changeNumbers: dncEndpoint(`POST ${path}/numbers`, 'Add numbers to the internal list, or remove them', {
      body: DncNumbers,
      response: DncCoverage,
    }),
    check: dncEndpoint(`POST ${path}/check`, 'Check phone numbers against the lists', {
      body: DncCheckQuery,
      response: DncCheck,
      data: ['contact'],
      reads: true,
    }),
  }
}

export const dnc = dncEndpoints(['ENTERPRISE_USER'], '/v1/enterprise-private/dnc')
export const adminDnc = dncEndpoints(['SUPER_ADMIN'], '/v1/admin/dnc')

/** The public keys that verify certificates, as a JSON Web Key Set (RFC 7517, RFC 8037). */
export const KeySet = z
  .object({
    keys: z.array(
      z.object({
        kty: z.literal('OKP'),
        crv: z.literal('Ed25519'),
        x: z.string(),
        kid: z.string(),
        alg: z.literal('EdDSA'),
        use: z.literal('sig'),
      }),
    ),
  })
  .meta({
    id: 'KeySet',
    example: {
      keys: [{ x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo', kid: 'kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k' }],
    },
  })
export type KeySet = z.infer<typeof KeySet>

export const certificateKeys = {
  get: endpoint({
    method: 'GET',
    path: '/v1/dnc/keys',
    summary: 'Get the public keys that verify do-not-call certificates',
    tag: 'Do not call',
    access: 'ANYONE',
    response: KeySet,
  }),
}
