import { execFile } from 'node:child_process'
import { copyFile, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { parse } from 'csv-parse/sync'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { button } from './buyer.ts'

const run = promisify(execFile)

/** Saves what a button downloads into a folder, under its name; gives where it is. */
export async function saved(page: Page, folder: string, name: string): Promise<string> {
  const [download] = await Promise.all([page.waitForEvent('download'), button(page, name).click()])
  const path = join(folder, download.suggestedFilename())
  await copyFile(await download.path(), path)
  return path
}

type Row = Record<string, string>

/** A list of leads as a spreadsheet reads it. */
export const rowsOf = async (path: string): Promise<Row[]> => parse(await readFile(path, 'utf8'), { columns: true })

/** The numbers that a dialer would find in a file; a cell has digits only where its own check is clean. */
export function callable(rows: Row[]): string[] {
  return rows.flatMap((row) =>
    [1, 2, 3].flatMap((at) => {
      const number = row[`Phone ${at}`] ?? ''
      if (row[`Phone ${at} Do-Not-Call Check`] !== 'Clean') expect(number).not.toMatch(/\d/)
      return number === '' ? [] : [number]
    }),
  )
}

/** What the program says to which anybody may hand a certificate, with nothing but the published keys. */
export async function verdictOf(url: string, certificate: string, csv: string): Promise<string> {
  const program = join(import.meta.dirname, '../server/cli/verify-certificate.ts')
  const asked = [program, certificate, '--csv', csv, '--keys', `${url}/v1/dnc/keys`]
  return run(process.execPath, asked).then(
    ({ stdout }) => stdout,
    ({ stderr }: { stderr: string }) => stderr,
  )
}
