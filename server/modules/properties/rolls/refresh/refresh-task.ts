import { VersionTrigger } from '@dooryard/contract/data/datasets/versions'
import { z } from 'zod'
import { addJob } from '../../../../platform/jobs/jobs.ts'
import type { Db } from '../../../../platform/postgres/database.ts'
import { refreshJob, toRefreshJobKey } from './refreshes.queries.ts'

/** A published file in the store of files, and what the next refresh recognises it by. */
const FetchedFile = z.object({
  key: z.string(),
  fileName: z.string(),
  sha256: z.string(),
  marker: z.record(z.string(), z.string()),
})

/** By the ids of the source's files. */
const FetchedFiles = z.record(z.string(), FetchedFile)
export type FetchedFiles = z.infer<typeof FetchedFiles>

const RefreshRequest = z.object({
  source: z.string(),
  trigger: VersionTrigger.extract(['SCHEDULE', 'REQUEST', 'SHELL']),
  startedBy: z.string().optional(),
})
export type RefreshRequest = z.infer<typeof RefreshRequest>

const FetchedRefresh = RefreshRequest.extend({
  fetched: FetchedFiles,
  addedAt: z.iso.datetime().describe('When the files were looked for'),
})
export type FetchedRefresh = z.infer<typeof FetchedRefresh>

const Decision = z.object({ source: z.string(), versionId: z.string(), startedBy: z.string() })

export const RefreshTask = z.discriminatedUnion('action', [
  RefreshRequest.extend({ action: z.literal('REFRESH') }),
  FetchedRefresh.extend({ action: z.literal('IMPORT') }),
  Decision.extend({ action: z.literal('ACCEPT') }),
  Decision.extend({
    action: z.literal('ROLL_BACK'),
    // Of the version that it creates, by which a repeated run finds what the first one has loaded.
    createdId: z.string(),
  }),
])
export type RefreshTask = z.infer<typeof RefreshTask>

/** The queue's back-off makes these last for about two minutes: a server that is down longer is asked next time. */
const maxAttempts = 5

/**
 * A dataset has one job at a time. Imports of county datasets run one after another, uploaded ones included; downloads
 * have a queue of their own, as a slow server may take hours.
 */
export const addRefreshJob = (db: Db, task: RefreshTask): Promise<void> =>
  addJob(db, refreshJob, task, {
    jobKey: toRefreshJobKey(task.source),
    queue: task.action === 'REFRESH' ? 'dataset-downloads' : 'roll-imports',
    maxAttempts,
  })
