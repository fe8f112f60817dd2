import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

export type DataFolder = { path: string; release: () => void }

const sqliteBusy = 5

/** The kernel's lock on an empty SQLite file ends with the process. The pid file serves the message. */
export function openDataFolder(folder: string): DataFolder {
  const path = resolve(folder)
  const pidFile = join(path, 'process.pid')
  const lock = openLockFile(path)
  try {
    lock.exec('pragma journal_mode = off; begin exclusive')
  } catch (error) {
    lock.close()
    if ((error as { errcode?: number }).errcode === sqliteBusy)
      throw new Error(formatLockMessage(path, pidFile), { cause: error })
    throw toNotWritableError(path, error)
  }
  writeFileSync(pidFile, `${process.pid}\n`)
  return { path, release: () => lock.close() }
}

function openLockFile(path: string): DatabaseSync {
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 })
    return new DatabaseSync(join(path, 'process.lock'), { timeout: 0 })
  } catch (error) {
    throw toNotWritableError(path, error)
  }
}

const toNotWritableError = (path: string, cause: unknown) =>
  new Error(`The data folder ${path} cannot be written: ${(cause as Error).message}. Choose another DATA_DIR.`, {
    cause,
  })

function formatLockMessage(path: string, pidFile: string): string {
  const pid = readPid(pidFile)
  return `Dooryard is already running on ${path}${pid && ` (process ${pid})`}. Stop it first, or choose another DATA_DIR.`
}

function readPid(pidFile: string): string {
  try {
    return readFileSync(pidFile, 'utf8').trim()
  } catch {
    return ''
  }
}
