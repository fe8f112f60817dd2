import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isLong } from './rounds.ts'

const prefix = 'dooryard-tests-'
// The stores of a run take less than a gigabyte, and its processes less than four.
const roomBytes = 2 * 1024 ** 3
const memoryBytes = 6 * 1024 ** 3

/** For temporary files of the run's workers and programs too. What a killed run left goes with the next one. */
export function useRunFolder(): void {
  if (process.env['TEST_RUN_FOLDER']) return
  for (const parent of ['/dev/shm', tmpdir()]) removeAbandoned(parent)
  const folder = inMemory() ?? makeIn(tmpdir())
  process.env['TEST_RUN_FOLDER'] = folder
  process.env['TMPDIR'] = folder
  process.once('exit', () => remove(folder))
}

const makeIn = (parent: string) => mkdtempSync(join(parent, `${prefix}${process.pid}-`))

/** A folder in memory, on which stores are opened and copied at a third of the cost, where there is one that will do. */
function inMemory(): string | undefined {
  // The volumes of the torture are for a disk.
  if (isLong || process.availableMemory() < memoryBytes) return undefined
  try {
    const { bavail, bsize } = statfsSync('/dev/shm')
    if (bavail * bsize < roomBytes) return undefined
    const folder = makeIn('/dev/shm')
    if (canExecute(folder)) return folder
    remove(folder)
  } catch {}
  return undefined
}

// Some tests make programs and run them.
function canExecute(folder: string): boolean {
  const program = join(folder, 'program')
  writeFileSync(program, '#!/bin/sh\n', { mode: 0o700 })
  return spawnSync(program).status === 0
}

function removeAbandoned(parent: string) {
  for (const name of namesIn(parent)) {
    const pid = name.startsWith(prefix) ? Number.parseInt(name.slice(prefix.length), 10) : Number.NaN
    if (Number.isInteger(pid) && !isRunning(pid)) remove(join(parent, name))
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

// A program that is being killed may still write there; what is left of it goes with the next run.
function remove(folder: string) {
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
  } catch {}
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // It runs as somebody else.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
