import { isDeepStrictEqual } from 'node:util'
import type { SourceDocument, SourceJoin } from '@dooryard/contract/data/sources/source-document'
import { addJob } from '../../../../platform/jobs/jobs.ts'
import type { Db } from '../../../../platform/postgres/database.ts'

export const countJoinsJob = 'count-county-joins'

/** Counts the matches of a document's joins where they are others than before. Call it with the setup locked. */
export async function queueCountingJoins(
  db: Db,
  setupId: string,
  document: Pick<SourceDocument, 'joins'>,
  before?: Pick<SourceDocument, 'joins'> | null,
): Promise<void> {
  const keys = listJoinKeys(document)
  if (keys.length === 0 || (before && isDeepStrictEqual(keys, listJoinKeys(before)))) return
  await addJob(
    db,
    countJoinsJob,
    { setupId },
    { jobKey: `county-joins:${setupId}`, queue: 'county-files', maxAttempts: 3 },
  )
}

/** What of the joins decides which rows meet. */
export const listJoinKeys = ({ joins = [] }: Pick<SourceDocument, 'joins'>) =>
  joins.map(({ file, on, match }: SourceJoin) => ({ file, on, match }))
