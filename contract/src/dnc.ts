import { z } from 'zod'
import { classified } from './data-classes.ts'
import { endpoint, FileBody } from './endpoint.ts'
import { FileImport } from './file-imports.ts'
import { dncMaxAgeDays } from './limits.ts'
import { line } from './line.ts'
import { PageQuery, pageOf } from './paging.ts'
import type { Role } from './roles.ts'
import { dncLists, scrubResults } from './vocabularies.ts'

/** A number as it is kept: ten digits, of North America. */
const Phone = z
  .string('Enter a phone number')
  .transform((text) => text.replace(/\D/g, '').replace(/^1(?=\d{10}$)/, ''))
  .pipe(z.string().regex(/^[2-9]\d{9}$/, 'Enter a number of ten digits, like 615-555-0142'))

/** The copy of a list that stands for one area code, state, or all of it. */
export const DncCopy = z
  .object({
    list: dncLists.schema,
    areaCode: z.string().optional().meta({ description: 'Of the national registry' }),
    state: z.string().optional().meta({ description: 'Of a state list; of the area code otherwise' }),
    owner: z.enum(['YOURS', 'PLATFORM']),
    san: z.string().optional(),
    numbers: z.int(),
    accessedOn: z.iso.date(),
    ageDays: z.int(),
    isCurrent: z.boolean().meta({
      description: `At most ${dncMaxAgeDays} days old. Numbers are not checked against an older copy of the national registry`,
    }),
    isUsed: z.boolean().meta({ description: 'False where a copy of your own stands in its place' }),
    isGenerated: z.boolean().optional().meta({ description: 'Made up, for a demo' }),
    importedAt: z.iso.datetime(),
  })
  .meta({
    id: 'DncCopy',
    example: {
      list: 'NATIONAL',
      areaCode: '615',
      state: 'TN',
      owner: 'PLATFORM',
      san: '10000-0000001',
      numbers: 812345,
      accessedOn: '2026-10-30',
      ageDays: 3,
      isCurrent: true,
      isUsed: true,
      importedAt: '2026-10-30T18:00:00.000Z',
    },
  })
export type DncCopy = z.infer<typeof DncCopy>

export const DncCoverage = z
  .object({
    maxAgeDays: z.int(),
    areaCodes: z.int().meta({ description: 'Area codes whose numbers can be checked now' }),
    expiring: z.int().meta({ description: 'Of these, whose copy goes out of date within seven days' }),
    stale: z.int().meta({ description: 'Area codes whose copy is too old' }),
    numbers: z.int(),
    copies: z.array(DncCopy),
  })
  .meta({
    id: 'DncCoverage',
    example: {
      maxAgeDays: 31,
      areaCodes: 2,
      expiring: 0,
      stale: 0,
      numbers: 812345,
      copies: [],
    },
  })
export type DncCoverage = z.infer<typeof DncCoverage>

export const NewDncImport = z.object({
  list: z.enum(dncLists.values, 'Choose a list'),
  kind: z.enum(['FULL', 'CHANGE'], 'Choose full or change list').meta({
    description:
      'FULL takes the place of what there is, for the area codes it names, and of the internal list of nothing; CHANGE adds to it and takes from it',
  }),
  san: line('Enter the subscription account number')
    .regex(/^\d{5}-\d{5,10}$|^\d{8,15}$/, 'A subscription account number is like 10000-0000001')
    .optional()
    .meta({ description: 'Needed for the national registry' }),
  state: z
    .string()
    .regex(/^[A-Z]{2}$/, 'A state is two letters')
    .optional()
    .meta({ description: 'Needed for a state list' }),
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
        reasons: classified(
          'contact',
          z.array(scrubResults.schema).meta({ description: 'Every reason, the gravest first' }),
        ),
        accessedOn: z.iso.date().optional().meta({ description: 'Of the copy of the national registry looked into' }),
      }),
    ),
  })
  .meta({
    id: 'DncCheck',
    example: {
      items: [{ number: '6155550142', result: 'NATIONAL_DNC', reasons: ['NATIONAL_DNC'], accessedOn: '2026-10-30' }],
    },
  })
export type DncCheck = z.infer<typeof DncCheck>

const ImportParams = z.object({ id: z.uuid('There is no such import') })
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

/** The calls about do-not-call lists: the platform's for administrators, their own for enterprise users. */
const listCalls = <const Allowed extends readonly Role[]>(access: Allowed, path: `/${string}`) => ({
  coverage: endpoint({
    method: 'GET',
    path: `${path}/coverage`,
    summary: 'The copies of the do-not-call lists, by area code, with their age',
    tag: 'Do not call',
    access,
    response: DncCoverage,
  }),
  import: endpoint({
    method: 'POST',
    path: `${path}/registry`,
    summary: 'Upload a do-not-call list, to be imported by a job',
    tag: 'Do not call',
    access,
    query: NewDncImport,
    body: FileBody,
    response: FileImport,
    data: ['personal'],
    status: 202,
    errors: ['UNPROCESSABLE'],
  }),
  imports: endpoint({
    method: 'GET',
    path: `${path}/imports`,
    summary: 'The imports of uploaded lists, newest first',
    tag: 'Do not call',
    access,
    query: PageQuery,
    response: pageOf(FileImport),
    data: ['personal'],
  }),
  retry: endpoint({
    method: 'POST',
    path: `${path}/imports/{id}/retry`,
    summary: 'Import the kept file of a failed import again',
    tag: 'Do not call',
    access,
    params: ImportParams,
    response: FileImport,
    data: ['personal'],
    status: 202,
    errors: ['CONFLICT'],
  }),
  removeCopy: endpoint({
    method: 'DELETE',
    path: `${path}/copies`,
    summary: 'Remove a copy; where the platform has one, numbers are checked against that',
    tag: 'Do not call',
    access,
    query: CopyQuery,
    status: 204,
    errors: ['NOT_FOUND'],
  }),
  changeNumbers: endpoint({
    method: 'POST',
    path: `${path}/numbers`,
    summary: 'Put numbers on the internal list, or take them off it',
    tag: 'Do not call',
    access,
    body: DncNumbers,
    response: DncCoverage,
  }),
  check: endpoint({
    method: 'POST',
    path: `${path}/check`,
    summary: 'What the lists say of a few numbers',
    tag: 'Do not call',
    access,
    body: DncCheckQuery,
    response: DncCheck,
    data: ['contact'],
    reads: true,
  }),
})

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
      keys: [
        {
          kty: 'OKP',
          crv: 'Ed25519',
          x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo',
          kid: 'kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k',
          alg: 'EdDSA',
          use: 'sig',
        },
      ],
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
