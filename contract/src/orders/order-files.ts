import { z } from 'zod'
import { dncLists, scrubResults } from '../api/enums.ts'

export const ScrubbedAgainst = z.object({
  list: dncLists.schema,
  owner: z.enum(['YOURS', 'PLATFORM']).describe('The owner of the subscription account number used to fetch it'),
  san: z.string().optional().describe('The subscription account number of the national registry'),
  areaCodes: z
    .array(z.string())
    .describe('The area codes that were checked; empty for a list that is not split by area code'),
  state: z.string().optional(),
  accessedOn: z.iso.date().describe('When it was fetched from its publisher'),
  sha256: z.array(z.string()).describe('Of the imported files, the full list first'),
})
export type ScrubbedAgainst = z.infer<typeof ScrubbedAgainst>

export const ScrubSummary = z
  .object({
    checkedAt: z.iso.datetime(),
    numbers: z.int(),
    byResult: z.array(z.object({ result: scrubResults.schema, count: z.int() })),
    against: z.array(ScrubbedAgainst),
    notCovered: z.array(z.string()).describe('Area codes without a current version of the national registry'),
  })
  .meta({
    id: 'ScrubSummary',
    example: {
      checkedAt: '2026-11-02T09:30:03.000Z',
      numbers: 812,
      byResult: [
        { result: 'CLEAN', count: 640 },
        { result: 'NATIONAL_DNC', count: 160 },
        { result: 'NOT_SCRUBBED', count: 12 },
      ],
      against: [
        {
          list: 'NATIONAL',
          owner: 'PLATFORM',
          san: '10000-0000001',
          areaCodes: ['615', '629'],
          accessedOn: '2026-10-30',
          sha256: ['9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'],
        },
      ],
      notCovered: ['907'],
    },
  })
export type ScrubSummary = z.infer<typeof ScrubSummary>

/** A check that changed no result, so the file stayed as it was. */
const FileRecheck = z.object({
  check: z.int().describe('Its number, for its certificate; the check of the file itself is 1'),
  checkedAt: z.iso.datetime(),
})

/** The first version is what was delivered; each refresh of the do-not-call check that changes a result adds one. */
export const OrderFile = z
  .object({
    version: z.int(),
    createdAt: z.iso.datetime(),
    leads: z.int(),
    callableLeads: z.int().optional().describe('Leads with a callable number (CALL_READY)'),
    sha256: z.string().optional().describe('Of the file'),
    scrub: ScrubSummary.optional().describe('The newest check of the version'),
    rechecks: z.array(FileRecheck).describe('Later checks that changed nothing, newest first'),
    hasCertificate: z.boolean(),
  })
  .meta({
    id: 'OrderFile',
    example: {
      version: 1,
      createdAt: '2026-11-02T09:30:04.000Z',
      leads: 500,
      sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
      rechecks: [],
      hasCertificate: false,
    },
  })
export type OrderFile = z.infer<typeof OrderFile>

export const orderNotices = ['EXPIRING', 'EXPIRED', 'DNC_REFRESHED', 'DNC_UNCHANGED', 'DNC_REFRESH_FAILED'] as const
export const OrderNotice = z.object({
  type: z.enum(orderNotices),
  at: z.iso.datetime(),
  detail: z.string().optional(),
})
export type OrderNotice = z.infer<typeof OrderNotice>
