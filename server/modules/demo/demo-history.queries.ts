import { minuteMs } from '@dooryard/contract/api/time'
import type { Db } from '../../platform/postgres/database.ts'

export type HistoryPosition = { startsAt: Date; endsAt: Date; writtenUntil: Date; lastStep: string | null }

/** No step takes this long: without a sign of life, the process that wrote the history has ended. */
const silentMs = 5 * minuteMs

export const beginHistory = (db: Db, { startsAt, endsAt }: Pick<HistoryPosition, 'startsAt' | 'endsAt'>) =>
  db
    .insertInto('demoHistory')
    .values({ startsAt, endsAt, writtenUntil: startsAt, changedAt: endsAt })
    .onConflict((conflict) => conflict.doNothing())
    .execute()

type FoundHistory = Pick<HistoryPosition, 'startsAt' | 'endsAt'> & { finishedAt: Date | null }

export const findHistory = (db: Db): Promise<FoundHistory | undefined> =>
  db.selectFrom('demoHistory').select(['startsAt', 'endsAt', 'finishedAt']).executeTakeFirst()

/** A sign of life before the history is written on, so that no scheduled job of the present runs on half of it. */
export const announceHistory = (db: Db, now: Date) =>
  db.updateTable('demoHistory').set({ changedAt: now }).where('finishedAt', 'is', null).execute()

export const getUnfinishedHistory = (db: Db): Promise<HistoryPosition | undefined> =>
  db
    .selectFrom('demoHistory')
    .select(['startsAt', 'endsAt', 'writtenUntil', 'lastStep'])
    .where('finishedAt', 'is', null)
    .executeTakeFirst()

export const saveHistoryPosition = (db: Db, position: { writtenUntil: Date; lastStep?: string; changedAt: Date }) =>
  db.updateTable('demoHistory').set(position).execute()

export const finishHistory = (db: Db, now: Date) =>
  db.updateTable('demoHistory').set({ finishedAt: now, changedAt: now }).where('finishedAt', 'is', null).execute()

const selectWritten = (db: Db, now: Date) =>
  db
    .selectFrom('demoHistory')
    .select(['startsAt', 'endsAt', 'writtenUntil'])
    .where('finishedAt', 'is', null)
    .where('changedAt', '>', new Date(now.getTime() - silentMs))

export const isHistoryBeingWritten = async (db: Db, now: Date): Promise<boolean> =>
  (await selectWritten(db, now).executeTakeFirst()) !== undefined

/** The written share of a history that is being written, in whole percent; null when none is. */
export async function getHistoryProgress(db: Db, now: Date): Promise<{ percent: number } | null> {
  const history = await selectWritten(db, now).executeTakeFirst()
  if (!history) return null
  const [start, end, at] = [history.startsAt, history.endsAt, history.writtenUntil].map((date) => date.getTime())
  const share = ((at ?? 0) - (start ?? 0)) / ((end ?? 1) - (start ?? 0))
  return { percent: Math.max(0, Math.min(99, Math.floor(share * 100))) }
}
