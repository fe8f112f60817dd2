import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isTortureRun } from '../torture.ts'

const prefix = 'dooryard-tests-'
// The stores of a run take less than a gigabyte, and its processes less than four.
const minFreeBytes = 2 * 1024 ** 3
const memoryBytes = 6 * 1024 ** 3

/** Also for temporary files of the run's workers and programs. The next run removes what a killed run left. */
export function useRunFolder(): void {
  if (process.env['TEST_RUN_FOLDER']) return
  for (const parent of ['/dev/shm', tmpdir()]) removeAbandoned(parent)
  const folder = findMemoryFolder() ?? createFolderIn(tmpdir())
  process.env['TEST_RUN_FOLDER'] = folder
  process.env['TMPDIR'] = folder
  process.once('exit', () => removeFolder(folder))
}

const createFolderIn = (parent: string) => mkdtempSync(join(parent, `${prefix}${process.pid}-`))

/**
 * Returns a folder in memory, on which stores are opened and copied at a third of the cost, where a suitable one
 * exists.
 */
function findMemoryFolder(): string | undefined {
  // The torture run's volumes of data need a disk.
  if (isTortureRun || process.availableMemory() < memoryBytes) return undefined
  try {
    const { bavail, bsize } = statfsSync('/dev/shm')
    if (bavail * bsize < minFreeBytes) return undefined
    const folder = createFolderIn('/dev/shm')
    if (canExecute(folder)) return folder
    removeFolder(folder)
  } catch {}
  return undefined
}

// Some tests create programs and run them.
function canExecute(folder: string): boolean {
  const program = join(folder, 'program')
  writeFileSync(program, '#!/bin/sh\n', { mode: 0o700 })
  return spawnSync(program).status === 0
}

function removeAbandoned(parent: string) {
  for (const name of listNames(parent)) {
    const pid = name.startsWith(prefix) ? Number.parseInt(name.slice(prefix.length), 10) : Number.NaN
    if (Number.isInteger(pid) && !isRunning(pid)) removeFolder(join(parent, name))
  }
}

function listNames(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

// A program that is being killed may still write there; the next run removes the rest.
function removeFolder(folder: string) {
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
  } catch {}
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // It runs as another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
