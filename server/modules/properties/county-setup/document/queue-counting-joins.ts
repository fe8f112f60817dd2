import { isDeepStrictEqual } from 'node:util'
import type { SourceDocument, SourceJoin } from '@dooryard/contract/data/sources/source-document'
import type { Services } from '../../../../platform/context.ts'
import { addJob } from '../../../../platform/jobs/jobs.ts'
import type { Db } from '../../../../platform/postgres/database.ts'
import { dropJoinTables, listJoinedSources } from '../../rolls/read/joins/join-tables.queries.ts'
import { clearJoinCounts, listPendingJobs } from '../setups.queries.ts'

export const countJoinsJob = 'count-county-joins'

const toJobKey = (setupId: string) => `county-joins:${setupId}`

/** Counts the matches of a document's joins where they are others than before. Call it with the setup locked. */
export async function queueCountingJoins(
  db: Db,
  setupId: string,
  document: Pick<SourceDocument, 'joins'>,
  before?: Pick<SourceDocument, 'joins'> | null,
): Promise<void> {
  const keys = listJoinKeys(document)
  if (before && isDeepStrictEqual(keys, listJoinKeys(before))) return
  await clearJoinCounts(db, setupId)
  if (keys.length > 0)
    await addJob(db, countJoinsJob, { setupId }, { jobKey: toJobKey(setupId), queue: 'county-files', maxAttempts: 3 })
}

/** A source name of its own: another setup or an import may be joining files of the same source. */
export const toCountedSource = (setupId: string) => `setup-${setupId}`

const countedSource = /^setup-([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/

/** Drops the tables of counts that were killed with each of their attempts. */
export async function dropAbandonedCounts({ db, clickhouse }: Pick<Services, 'db' | 'clickhouse'>): Promise<void> {
  const ids = (await listJoinedSources(clickhouse)).flatMap((source) => countedSource.exec(source)?.[1] ?? [])
  const counting = new Set(await listPendingJobs(db, ids.map(toJobKey)))
  for (const id of ids) if (!counting.has(toJobKey(id))) await dropJoinTables(clickhouse, toCountedSource(id))
}

/** What of the joins decides which rows meet. */
export const listJoinKeys = ({ joins = [] }: Pick<SourceDocument, 'joins'>) =>
  joins.map(({ file, on, match }: SourceJoin) => ({ file, on, match }))
