import { execFile } from 'node:child_process'
import { copyFile, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { parse } from 'csv-parse/sync'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { button } from '../support/buyer.ts'

const run = promisify(execFile)

/** Saves the download of a button into a folder under its name; returns the path. */
export async function saveDownload(page: Page, folder: string, name: string): Promise<string> {
  const [download] = await Promise.all([page.waitForEvent('download'), button(page, name).click()])
  const path = join(folder, download.suggestedFilename())
  await copyFile(await download.path(), path)
  return path
}

type CsvRow = Record<string, string>

/** Reads a list of leads as a spreadsheet does. */
export const readCsvRows = async (path: string): Promise<CsvRow[]> =>
  parse(await readFile(path, 'utf8'), { columns: true })

/** Lists the phone numbers in a file; a cell has digits only if its own check is clean. */
export function listCallableNumbers(rows: CsvRow[]): string[] {
  return rows.flatMap((row) =>
    [1, 2, 3].flatMap((at) => {
      const number = row[`Phone ${at}`] ?? ''
      if (row[`Phone ${at} Do-Not-Call Check`] !== 'Clean') expect(number).not.toMatch(/\d/)
      return number === '' ? [] : [number]
    }),
  )
}

/** The output of the public verification program for a certificate, with only the published keys. */
export async function runCertificateCheck(url: string, certificate: string, csv: string): Promise<string> {
  const program = join(import.meta.dirname, '../../server/cli/verify-certificate.ts')
  const programArgs = [program, certificate, '--csv', csv, '--keys', `${url}/v1/dnc/keys`]
  return run(process.execPath, programArgs).then(
    ({ stdout }) => stdout,
    ({ stderr }: { stderr: string }) => stderr,
  )
}
