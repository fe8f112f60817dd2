import { isAppError } from '../../../../platform/errors/app-error.ts'
import { diskFullError, isDiskFull } from '../../../../platform/files/disk-full.ts'
import type { JobRun } from '../../../../platform/jobs/jobs.ts'
import { findSetupFile, type SetupFileRow, updateSetupFile } from '../setup-files.queries.ts'
import type { SetupServices } from '../setup-services.ts'

export const gaveUpMessage = 'The server could not read this file. Remove it and add it again.'

/**
 * Runs a job's step on a file. A file at fault fails with its sentence; an unforeseen failure is tried again by the job
 * and fails the file with the last attempt. A file that was removed meanwhile leaves nothing stored.
 */
export async function runFileStep(
  services: SetupServices,
  file: SetupFileRow,
  { attempt, maxAttempts }: Pick<JobRun, 'attempt' | 'maxAttempts'>,
  step: () => Promise<void>,
): Promise<void> {
  const { db, files, log } = services
  try {
    await step()
  } catch (error) {
    const known = isDiskFull(error) ? diskFullError() : error
    if (isAppError(known)) {
      // The host of a file may answer a moment later.
      if (known.code === 'UNAVAILABLE' && attempt < maxAttempts) throw error
      // It may have arrived whole, and what is read of it found no space.
      if (isDiskFull(error) && file.fileKey) await files.remove(file.fileKey)
      await updateSetupFile(db, file, { status: 'FAILED', share: 0, message: known.message })
    } else {
      log.error({ err: error, fileId: file.id }, 'a file of a county setup could not be read')
      if (attempt >= maxAttempts) await updateSetupFile(db, file, { status: 'FAILED', message: gaveUpMessage })
      throw error
    }
  } finally {
    if (file.fileKey && !(await findSetupFile(db, file.id))) await files.remove(file.fileKey)
  }
}

export function parseJobId(payload: unknown, name = 'fileId'): string {
  const id = typeof payload === 'object' && payload ? Reflect.get(payload, name) : undefined
  if (typeof id === 'string') return id
  throw new Error(`a job of a county setup has no ${name}`)
}
