import { z } from 'zod'
import { classified } from './data-classes.ts'
import { callsWith, endpoint } from './endpoint.ts'
import { importCall, importsCall, retryCall } from './file-imports.ts'
import { dncMaxAgeDays } from './limits.ts'
import { line } from './line.ts'
import type { Role } from './roles.ts'
import { dncLists, scrubResults } from './vocabularies.ts'

const Phone = z
  .string('Enter a phone number')
  .transform((text) => text.replace(/\D/g, '').replace(/^1(?=\d{10}$)/, ''))
  .pipe(z.string().regex(/^[2-9]\d{9}$/, 'Enter a number of ten digits, like 615-555-0142'))

export const DncCopy = z
  .object({
    list: dncLists.schema,
    areaCode: z.string().optional().describe('Of the national registry'),
    state: z.string().optional().describe('Of a state list; of the area code otherwise'),
    owner: z.enum(['YOURS', 'PLATFORM']),
    san: z.string().optional(),
    numbers: z.int(),
    accessedOn: z.iso.date(),
    ageDays: z.int(),
    isCurrent: z
      .boolean()
      .describe(
        `At most ${dncMaxAgeDays} days old. Numbers are not checked against an older copy of the national registry`,
      ),
    isUsed: z.boolean().describe('False where a copy of your own stands in its place'),
    isGenerated: z.boolean().optional().describe('Made up, for a demo'),
    importedAt: z.iso.datetime(),
  })
  .meta({ id: 'DncCopy' })
export type DncCopy = z.infer<typeof DncCopy>

export const DncCoverage = z
  .object({
    maxAgeDays: z.int(),
    areaCodes: z.int().describe('Area codes whose numbers can be checked now'),
    expiring: z.int().describe('Of these, whose copy goes out of date within seven days'),
    stale: z.int().describe('Area codes whose copy is too old'),
    numbers: z.int(),
    copies: z.array(DncCopy),
  })
  .meta({ id: 'DncCoverage', example: { maxAgeDays: dncMaxAgeDays, areaCodes: 2, expiring: 0, stale: 0 } })
export type DncCoverage = z.infer<typeof DncCoverage>

export const dncListKindLabels = { FULL: 'Full list', CHANGE: 'Change list' } as const

export const NewDncImport = z.object({
  list: z.enum(dncLists.values, 'Choose a list'),
  kind: z
    .enum(['FULL', 'CHANGE'], 'Choose full or change list')
    .describe(
      'FULL takes the place of what there is, for the area codes it names, and of the internal list of nothing; CHANGE adds to it and takes from it',
    ),
  san: line('Enter the subscription account number')
    .regex(/^\d{5}-\d{5,10}$|^\d{8,15}$/, 'A subscription account number is like 10000-0000001')
    .optional()
    .describe('Needed for the national registry'),
  state: z
    .string()
    .regex(/^[A-Z]{2}$/, 'A state is two letters')
    .optional()
    .describe('Needed for a state list'),
  accessedOn: z.iso.date('Enter the day on which the list was fetched'),
  fileName: line('The file name is required').min(1, 'The file name is required').max(200, 'The file name is too long'),
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
        reasons: classified('contact', z.array(scrubResults.schema).describe('Every reason, the gravest first')),
        accessedOn: z.iso.date().optional().describe('Of the copy of the national registry looked into'),
      }),
    ),
  })
  .meta({ id: 'DncCheck' })
export type DncCheck = z.infer<typeof DncCheck>

const CopyQuery = z.object({
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

const listCalls = <const Allowed extends readonly Role[]>(access: Allowed, path: `/${string}`) => {
  const listCall = callsWith({ tag: 'Do not call', access })
  return {
    coverage: listCall(`GET ${path}/coverage`, 'The copies of the do-not-call lists, by area code, with their age', {
      response: DncCoverage,
    }),
    import: listCall(`POST ${path}/registry`, 'Upload a do-not-call list, to be imported by a job', {
      query: NewDncImport,
      ...importCall,
    }),
    imports: listCall(`GET ${path}/imports`, 'The imports of uploaded lists, newest first', { ...importsCall }),
    retry: listCall(`POST ${path}/imports/{id}/retry`, 'Import the kept file of a failed import again', {
      ...retryCall,
    }),
    removeCopy: listCall(
      `DELETE ${path}/copies`,
      'Remove a copy; where the platform has one, numbers are checked against that',
      { query: CopyQuery, status: 204, errors: ['NOT_FOUND'] },
    ),
    changeNumbers: listCall(`POST ${path}/numbers`, 'Put numbers on the internal list, or take them off it', {
      body: DncNumbers,
      response: DncCoverage,
    }),
    check: listCall(`POST ${path}/check`, 'What the lists say of a few numbers', {
      body: DncCheckQuery,
      response: DncCheck,
      data: ['contact'],
      reads: true,
    }),
  }
}

export const dnc = listCalls(['ENTERPRISE_USER'], '/v1/enterprise-private/dnc')
export const adminDnc = listCalls(['SUPER_ADMIN'], '/v1/admin/dnc')

/** The keys that prove certificates, as a JSON Web Key Set (RFC 7517, RFC 8037). */
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
    summary: 'The public keys that prove the certificates of do-not-call checks',
    tag: 'Do not call',
    access: 'ANYONE',
    response: KeySet,
  }),
}
