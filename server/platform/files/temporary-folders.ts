import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { dayMs } from '@dooryard/contract/api/time'

const prefix = 'dooryard-tables-'
const host = hostname().replace(/[^\w.]/g, '_')
// No import takes as long.
const otherHostsMs = 7 * dayMs

/** Makes an empty folder within another one; the caller removes it. Those of processes that were killed are removed. */
export async function makeTemporaryFolder(parent: string): Promise<string> {
  await mkdir(parent, { recursive: true, mode: 0o700 })
  await sweepTemporaryFolders(parent)
  return mkdtemp(join(parent, `${prefix}${host}-${process.pid}-`))
}

/** Removes the folders of processes that were killed: the machine and the process that made one are in its name. */
export async function sweepTemporaryFolders(parent: string): Promise<void> {
  const names = await readdir(parent).catch(() => [])
  for (const name of names) {
    const [, madeBy, id] = new RegExp(`^${prefix}(.+)-(\\d+)-`).exec(name) ?? []
    if (madeBy === undefined) continue
    const path = join(parent, name)
    const { mtimeMs } = (await stat(path).catch(() => undefined)) ?? {}
    if (mtimeMs === undefined || isUsed({ madeBy, id: Number(id), mtimeMs })) continue
    // Another user's cannot be removed.
    await rm(path, { recursive: true, force: true }).catch(() => undefined)
  }
}

type Made = { madeBy: string; id: number; mtimeMs: number }

function isUsed({ madeBy, id, mtimeMs }: Made): boolean {
  // Whether a process of another machine runs, which has the same disk, cannot be known.
  if (madeBy !== host) return Date.now() - mtimeMs < otherHostsMs
  // In a container each start may have the same number.
  if (id === process.pid) return mtimeMs >= Date.now() - process.uptime() * 1_000
  return isRunning(id)
}

function isRunning(id: number): boolean {
  try {
    process.kill(id, 0)
    return true
  } catch (error) {
    // One of another user may not be signalled.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
