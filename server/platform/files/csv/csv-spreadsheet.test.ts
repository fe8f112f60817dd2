import { execFile } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { stringify } from 'csv-stringify/sync'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isTortureRun } from '../../../test/torture.ts'
import { formulaAttacks } from './csv.fixture.ts'
import { csvOptions, formatCsv } from './csv.ts'

// Opens our CSV in LibreOffice Calc, where it is installed; csv.test.ts tests the rule everywhere.

const soffice = (process.env['PATH'] ?? '')
  .split(delimiter)
  .map((folder) => join(folder, 'soffice'))
  .find(isExecutable)

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'spreadsheet-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** ASCII codes of the separators, and a language by its Microsoft number. Each takes about four seconds. */
const locales = [
  ['semicolons, as in Germany', '59', '1031'],
  ['commas, semicolons and tabs at once', '44/59/9', '1036'],
  ...(isTortureRun
    ? ([
        ['commas, as we write it', '44', '1033'],
        ['tabs', '9', '1033'],
        ['vertical bars', '124', '1033'],
      ] as const)
    : []),
] as const

/**
 * Returns the cells that are formulas once the program has opened the CSV this way, read from the document it saves.
 */
async function listFormulas(csv: string, separators: string, language: string): Promise<string[]> {
  const file = join(folder, 'file.csv')
  await writeFile(file, csv)
  // 34: cells are quoted by "; 76: UTF-8; from line 1; special numbers are detected.
  const filter = `CSV:${separators},34,76,1,,${language},false,true`
  const profile = `-env:UserInstallation=file://${folder}/profile`
  const wanted = ['--headless', '--norestore', `--infilter=${filter}`, '--convert-to', 'fods', '--outdir', folder, file]
  await promisify(execFile)(soffice ?? '', [profile, ...wanted], { env: { ...process.env, HOME: folder } })
  const document = await readFile(join(folder, 'file.fods'), 'utf8')
  await rm(join(folder, 'file.fods'))
  return [...document.matchAll(/table:formula="([^"]*)"/g)].map(([, formula = '']) => formula)
}

const headers = ['First', 'Second', 'Third']
const records = formulaAttacks.map((text) => [text, `x,${text}`, text])

describe.skipIf(!soffice)('in LibreOffice Calc (skipped without soffice: apt-get install libreoffice-calc)', () => {
  // One after another: two programs cannot share a profile.
  test.each(locales)('no cell of a file is a formula, opened by %s', async (_, separators, language) => {
    expect(await listFormulas(formatCsv(headers, records), separators, language)).toEqual([])
  })

  test('the same texts are formulas where only the start of a cell is escaped', async () => {
    const early = (text: string) => (/^'*[=+\-@\t\r\n]/.test(text) ? `'${text}` : text)
    const csv = stringify(records, { ...csvOptions, columns: headers, cast: { string: early } })
    expect(await listFormulas(csv, '59', '1031')).toContain('of:=1+1')
  })
})
