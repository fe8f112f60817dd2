import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout } from 'node:timers/promises'

const sqliteBusy = 5
const waitMs = 500

/**
 * Runs `work` while no other process or thread changes the map of the data folder; waits until it may. The kernel's lock
 * on an empty SQLite file ends with its process.
 */
export async function withMapLock<Result>(dataDir: string, work: () => Promise<Result>): Promise<Result> {
  const folder = join(dataDir, 'base-map')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const lock = new DatabaseSync(join(folder, 'change.lock'), { timeout: 0 })
  try {
    while (!tryLock(lock)) await setTimeout(waitMs)
    return await work()
  } finally {
    lock.close()
  }
}

function tryLock(lock: DatabaseSync): boolean {
  try {
    lock.exec('pragma journal_mode = off; begin exclusive')
    return true
  } catch (error) {
    if ((error as { errcode?: number }).errcode === sqliteBusy) return false
    throw error
  }
}
