import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import type { SourceDocument } from '@dooryard/contract/data/sources/source-document'
import { fileIdPattern } from '@dooryard/contract/data/sources/source-ids'
import {
  importRoll,
  nameGenericSource,
  type Progress,
  parseSourceFile,
  planVersion,
  requireAvailableName,
  requireUsable,
  resolveSource,
  toFiles,
  type VersionedSource,
} from '../../modules/properties/index.ts'
import type { Services } from '../../platform/context.ts'
import type { Terminal } from './command.ts'
import { formatRollReport } from './format-roll-report.ts'
import { createProgressLine } from './progress-line.ts'
import { withStores } from './with-stores.ts'

export const rollOptions = {
  source: { type: 'string' },
  'source-file': { type: 'string' },
  file: { type: 'string', multiple: true },
  name: { type: 'string' },
  county: { type: 'string' },
  help: { type: 'boolean', default: false },
} as const

export type RollArguments = {
  source?: string | undefined
  'source-file'?: string | undefined
  file?: string[] | undefined
  name?: string | undefined
  county?: string | undefined
}

type LoadChoices = { dryRun: boolean; force: boolean; replacesCounties: boolean }

/** Whether the arguments name a source and a file. */
export const isComplete = ({ source, file, ...values }: RollArguments) =>
  Boolean(file?.length) && Boolean(source) !== Boolean(values['source-file'])

/** Imports the files of a county dataset, or only checks them, and prints the report. */
export async function loadRoll(terminal: Terminal, values: RollArguments, choices: LoadChoices): Promise<void> {
  const { console, env, stderr } = terminal
  const findSource = await prepareSource(values, choices)
  const stop = stopOnCtrlC(console)
  await withStores(env, async (open) => {
    const services = await open()
    const { document, version, save } = await findSource(services)
    const files = toSourceFiles(document, values.file ?? [])
    if (!choices.replacesCounties) await requireAvailableName(services.db, document, values.county)
    const { print, clear, finish } = createProgressLine({ console, stderr }, 'rows')
    const onProgress = (progress: Progress) => {
      stop.throwIfInterrupted()
      print(progress)
    }
    const options = { document, version, files, ...choices, onProgress, ...(save && { beforeChange: save }) }
    const report = await importRoll(services, options).finally(clear)
    if (report.status !== 'UNCHANGED') finish(report.rowsRead)
    console.log(formatRollReport(report))
  }).finally(stop.dispose)
}

/** A source, and how it is saved once its files were read and will be loaded; without, it is not saved. */
type PreparedSource = VersionedSource & { save?: () => Promise<void> }

/** Finds what is wrong with the source before any store is opened, as far as that can be told. */
async function prepareSource(
  { source = '', name, county, ...values }: RollArguments,
  { dryRun }: LoadChoices,
): Promise<(services: Services) => Promise<PreparedSource>> {
  const path = values['source-file']
  if (path === undefined) {
    if (source === 'generic') nameGenericSource(name, county)
    return ({ db }) => resolveSource(db, { source, name, countyFips: county })
  }
  const document = parseSourceFile(await readSourceFile(path))
  requireUsable(document)
  if (name !== undefined || county !== undefined)
    throw new Error(`${document.name} has its own name and county: change them in the source file.`)
  return async (services) => (dryRun ? { document, version: 0 } : planVersion(services, document))
}

async function readSourceFile(path: string): Promise<string> {
  if (!existsSync(path)) throw new Error(`There is no file at ${path}.`)
  return readFile(path, 'utf8')
}

/** `PATH` is the source's first file, `ID=PATH` another. */
function toSourceFiles(document: SourceDocument, named: readonly string[]): Record<string, string> {
  const files: Record<string, string> = {}
  for (const text of named) {
    const [, id = '', path] = /^(\w+)=(.+)$/.exec(text) ?? []
    // A file may have such a name.
    const isPath = !fileIdPattern.test(id) || path === undefined || existsSync(text)
    const added = isPath ? toFiles(document, text) : { [id]: path }
    for (const [key, place] of Object.entries(added)) {
      if (key in files) throw new Error(`The file ${key} is given twice: name the others with --file ID=PATH.`)
      files[key] = place
    }
  }
  return files
}

// The exit code a shell gives a program ended by Ctrl-C.
const interruptedExitCode = 130

/**
 * The first Ctrl-C stops the import while it reads, before anything has changed; a second one ends the process at
 * once.
 */
function stopOnCtrlC(console: Terminal['console']) {
  let isInterrupted = false
  const onInterrupt = () => {
    isInterrupted = true
    console.error('\nStopping. Once every row is read the import is finished first; Ctrl-C again breaks it off.')
  }
  process.once('SIGINT', onInterrupt)
  return {
    throwIfInterrupted: () => {
      if (isInterrupted)
        throw Object.assign(new Error('Stopped: nothing was changed.'), { exitCode: interruptedExitCode })
    },
    dispose: () => void process.off('SIGINT', onInterrupt),
  }
}
