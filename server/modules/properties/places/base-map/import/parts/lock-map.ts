import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout } from 'node:timers/promises'
import { appError } from '../../../../../../platform/errors/app-error.ts'

const sqliteBusy = 5
const retryMs = 500

type MapLock = {
  dataDir: string
  /** What the map is changed for, as others who wait read it: `The map is being written with vellmore.` */
  activity: string
  /** Without it, the wait has no end. */
  maxWaitMs?: number | undefined
}

/**
 * Runs `work` while no other process or thread changes the map of the data folder; waits until it may. CONFLICT, with
 * the activity of the other, after `maxWaitMs`. The kernel's lock on an empty SQLite file ends with its process.
 */
export async function withMapLock<Result>(
  { dataDir, activity, maxWaitMs = Number.POSITIVE_INFINITY }: MapLock,
  work: () => Promise<Result>,
): Promise<Result> {
  const folder = join(dataDir, 'base-map')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  // A file of its own: the lock lets nobody read the other.
  const activityFile = join(folder, 'change.txt')
  const lock = new DatabaseSync(join(folder, 'change.lock'), { timeout: 0 })
  const endsAt = performance.now() + maxWaitMs
  try {
    while (!tryLock(lock)) {
      if (performance.now() >= endsAt)
        throw appError('CONFLICT', `${await readActivity(activityFile)} Try again when that is done.`)
      await setTimeout(retryMs)
    }
    await writeFile(activityFile, activity)
    return await work()
  } finally {
    lock.close()
  }
}

/** The other may have locked the map and not yet written what for. */
const readActivity = (path: string) => readFile(path, 'utf8').catch(() => 'The map is being changed.')

function tryLock(lock: DatabaseSync): boolean {
  try {
    lock.exec('pragma journal_mode = off; begin exclusive')
    return true
  } catch (error) {
    if ((error as { errcode?: number }).errcode === sqliteBusy) return false
    throw error
  }
}
