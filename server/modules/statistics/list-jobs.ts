import type { Job } from '@dooryard/contract/operations'
import { type PageOf, type PageQuery, sliceOf, toPage } from '@dooryard/contract/paging'
import type { Context } from '../../platform/context.ts'
import { countJobs, type JobFilter, selectJobs } from '../../platform/jobs.queries.ts'
import { presentJob } from './present-job.ts'

/** A page of the jobs that are not done, those given up first, then by when they are due. */
export async function listJobs({ db }: Pick<Context, 'db'>, query: PageQuery & JobFilter): Promise<PageOf<Job>> {
  const [rows, count] = await Promise.all([selectJobs(db, query, sliceOf(query)), countJobs(db, query)])
  return toPage(rows.map(presentJob), count, query)
}
