import { z } from 'zod'
import { classified } from './data-classes.ts'
import { line } from './line.ts'

const RollSource = z.object({
  source: z.string(),
  name: z.string(),
  countyFips: z.string().nullable().meta({ description: 'Null where the rows name their county' }),
  covers: z.string().meta({ description: 'What a file of it says' }),
  hint: z.string().meta({ description: 'Which file to give' }),
  isGeneric: z.boolean().meta({ description: 'Takes a file of any county, which the caller names' }),
})
export type RollSource = z.infer<typeof RollSource>

export const RollSources = z
  .object({ items: z.array(RollSource), maxFileBytes: z.int().meta({ description: 'The largest file that is taken' }) })
  .meta({
    id: 'RollSources',
    example: {
      items: [
        {
          source: 'philadelphia-pa',
          name: 'Philadelphia PA, OPA properties',
          countyFips: '42101',
          covers: 'Properties with owners, values and last sales',
          hint: 'The published CSV, as it is or compressed as gz or zip',
          isGeneric: false,
        },
      ],
      maxFileBytes: 4294967296,
    },
  })
export type RollSources = z.infer<typeof RollSources>

export const importStatuses = ['QUEUED', 'RUNNING', 'LOADED', 'UNCHANGED', 'FAILED'] as const
export const ImportStatus = z.enum(importStatuses)
export type ImportStatus = z.infer<typeof ImportStatus>

/** One uploaded file on its way into the property data. */
export const RollImport = z
  .object({
    id: z.string(),
    source: z.string(),
    name: z.string(),
    fileName: z.string(),
    fileBytes: z.int(),
    status: ImportStatus,
    rowsRead: z.int(),
    share: z.number().min(0).max(1).meta({ description: 'How much of the file is read' }),
    rowsMapped: z.int().optional(),
    rowsRejected: z.int().optional(),
    message: z
      .string()
      .optional()
      .meta({ description: 'Why it failed, what it waits for, or what to know of what it brought' }),
    canRetry: z.boolean().meta({ description: 'It failed through no fault of its file, which is still kept' }),
    uploadedBy: classified('personal', z.string()),
    createdAt: z.iso.datetime(),
    startedAt: z.iso.datetime().optional(),
    finishedAt: z.iso.datetime().optional(),
  })
  .meta({
    id: 'RollImport',
    example: {
      id: '019a4f3e-6a10-7cc1-9d2b-5f0d1c2b3a49',
      source: 'philadelphia-pa',
      name: 'Philadelphia PA, OPA properties',
      fileName: 'opa_properties_public.csv.gz',
      fileBytes: 104857600,
      status: 'RUNNING',
      rowsRead: 240000,
      share: 0.41,
      canRetry: false,
      uploadedBy: 'admin@example.com',
      createdAt: '2026-11-02T09:30:00.000Z',
      startedAt: '2026-11-02T09:30:01.000Z',
    },
  })
export type RollImport = z.infer<typeof RollImport>

const text = (what: string, max: number) =>
  line(`${what} is required`).min(1, `${what} is required`).max(max, `${what} is too long`)

export const NewImport = z.object({
  source: text('The source', 60),
  fileName: text('The file name', 200),
  name: text('The name', 100).optional().meta({ description: 'What a generic roll is called' }),
  countyFips: z
    .string()
    .regex(/^\d{5}$/, 'A county is its five-digit FIPS code')
    .optional()
    .meta({ description: 'The county of a generic roll' }),
})
export type NewImport = z.infer<typeof NewImport>
