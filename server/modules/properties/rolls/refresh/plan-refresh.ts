import type { FileLocation, RefreshPlan } from '@dooryard/contract/data/datasets/refresh-plans'
import type { SourceDocument } from '@dooryard/contract/data/sources/source-document'
import type { Context } from '../../../../platform/context.ts'
import { appError } from '../../../../platform/errors/app-error.ts'
import {
  findLocationRefusal,
  hideQuery,
  type LocationServices,
} from '../../../../platform/files/locations/locations.ts'
import { inTransaction } from '../../../../platform/postgres/database.ts'
import { listLoadedVersions } from '../versions/versions.queries.ts'
import { deletePlan, findRefresh, getPlan, savePlan } from './refreshes.queries.ts'
import { auditDataset } from './request-refresh.ts'
import { findDatasetSource, listSourceFiles } from './resolve-dataset-source.ts'
import { getNextRefresh, isTooFrequent } from './schedule.ts'
import { tryLocations } from './try-locations.ts'

/**
 * Saves where and when a dataset is refreshed, once its files were found at the locations that are new; this also
 * resumes a schedule that a roll back paused.
 */
export async function planRefresh(
  ctx: Context,
  remote: Omit<LocationServices, 'now'>,
  source: string,
  plan: RefreshPlan,
): Promise<void> {
  const document = await requireAllFiles(ctx, source, plan)
  const isKnown = await findKnownLocations(ctx, source)
  for (const { location } of plan.locations.filter((one) => !isKnown(one))) {
    const refusal = await findLocationRefusal(remote, location)
    if (refusal) throw appError('UNPROCESSABLE', refusal)
  }
  const at = ctx.clock.now()
  const nextRunAt = getNextRun(plan, at)
  await tryLocations(ctx, remote, { document, locations: plan.locations, isKnown })
  await inTransaction(ctx, async (tx) => {
    await savePlan(tx.db, source, plan, { nextRunAt, at })
    await auditDataset(tx, 'dataset.refresh_planned', source, {
      locations: plan.locations.map(({ file, location }) => ({ file, location: hideQuery(location) })),
      schedule: plan.schedule,
    })
  })
}

/** The schedule can be changed while a location that is saved has no file to read. */
async function findKnownLocations({ db }: Pick<Context, 'db'>, source: string) {
  const saved = await findRefresh(db, source)
  const known = saved ? getPlan(saved).locations : []
  return (one: FileLocation) => known.some(({ file, location }) => file === one.file && location === one.location)
}

async function requireAllFiles(
  { db }: Pick<Context, 'db'>,
  source: string,
  { locations }: RefreshPlan,
): Promise<SourceDocument> {
  const [current] = (await listLoadedVersions(db, [source])).get(source) ?? []
  const known = await findDatasetSource(db, source, current)
  if (!known) throw appError('UNPROCESSABLE', 'The source of this dataset is unknown. Import its file once by hand.')
  const files = listSourceFiles(known.document)
  const missing = files.filter((file) => !locations.some((one) => one.file === file))
  if (missing.length > 0) throw appError('UNPROCESSABLE', `Say where the file ${missing.join(' and the file ')} is.`)
  const unknown = locations.filter(({ file }) => !files.includes(file))
  if (unknown.length > 0)
    throw appError(
      'UNPROCESSABLE',
      `The source of this dataset has no file ${unknown.map(({ file }) => file).join(', ')}.`,
    )
  return known.document
}

function getNextRun({ schedule }: RefreshPlan, now: Date): Date | null {
  if (!schedule) return null
  const next = getNextRefresh(schedule, now)
  if (!next) throw appError('UNPROCESSABLE', 'This cron expression is never due. Check its five parts.')
  if (isTooFrequent(schedule, now))
    throw appError('UNPROCESSABLE', 'Choose a schedule that is due once an hour at most.')
  return next
}

export const stopRefresh = (ctx: Context, source: string): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    const { numDeletedRows } = await deletePlan(tx.db, source)
    if (numDeletedRows > 0n) await auditDataset(tx, 'dataset.refresh_stopped', source)
  })
