import { spawn } from 'node:child_process'
import { realpath } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { FileFormat } from '@dooryard/contract/data/sources/source-document'
import { appError } from '../../../errors/app-error.ts'
import { unprocessable } from '../../content/input-file.ts'
import { listSkippedDrivers } from './gdal-drivers.ts'
import { type GdalLayer, type GdalRequest, type LayerRead, unreadableExitCode } from './gdal-request.ts'

const program = fileURLToPath(new URL('./gdal-program.ts', import.meta.url))

// WebAssembly counts memory in pages of 64 KiB: a gigabyte for GDAL, beside what the program has for itself.
const memoryOptions = ['--max-old-space-size=512', '--wasm-max-mem-pages=16384']
// It reads tens of thousands of outlines a second, and describes a county in a few seconds.
const silentMs = 120_000

/** Only the driver of the format opens it. */
export type GdalFile = { path: string; name: string; format: FileFormat; openOptions?: string[] }

export type GdalDataset = {
  layers: GdalLayer[]
  /** The rows of a layer as lines of CSV without a header. Ending the stream ends the program. */
  read: (read: LayerRead, signal?: AbortSignal) => AsyncIterable<Buffer>
  /** Ends the program that has opened it, also one that still waits for the first layer. */
  close: () => void
}

/**
 * Opens a file and describes its layers. UNPROCESSABLE when GDAL cannot read it. The first layer is read by the program
 * that has opened it if that `waits`, others by programs of their own.
 */
export async function openDataset(file: GdalFile, { waits }: { waits: boolean }): Promise<GdalDataset> {
  const { promise: asked, resolve: ask } = Promise.withResolvers<AskedLayer>()
  const pieces = runGdal(file, { asked })
  const described: Buffer[] = []
  while (described.at(-1)?.at(-1) !== lineFeed) {
    const { value } = await pieces.next()
    if (!value) throw new Error('The program that reads layers has described none.')
    described.push(value)
  }
  async function* readOn(layer: AskedLayer) {
    ask(layer)
    yield* pieces
  }
  let isWaiting = waits
  if (!waits) await pieces.return(undefined)
  return {
    // Written by the program from the same type.
    layers: JSON.parse(Buffer.concat(described).toString('utf8')) as GdalLayer[],
    read: (read, signal) => {
      if (!isWaiting) return runGdal(file, { read, signal })
      isWaiting = false
      return readOn({ read, signal })
    },
    close: () => void pieces.return(undefined),
  }
}

const lineFeed = 10

type AskedLayer = { read: LayerRead; signal: AbortSignal | undefined }
type GdalRun = Partial<AskedLayer> & { asked?: Promise<AskedLayer> }

async function* runGdal(file: GdalFile, { read, signal, asked }: GdalRun): AsyncGenerator<Buffer, undefined> {
  let stopSignal = signal
  stopSignal?.throwIfAborted()
  const request: GdalRequest = {
    // It sees the folder of the file alone, so it cannot follow a link out of it.
    path: await realpath(file.path),
    skippedDrivers: listSkippedDrivers(file.format),
    openOptions: file.openOptions ?? [],
    ...(read && { read }),
  }
  const child = spawn(process.execPath, [...memoryOptions, program, JSON.stringify(request)], {
    stdio: ['pipe', 'pipe', 'pipe'],
    // It needs nothing of the portal's secrets.
    env: { PATH: process.env.PATH ?? '' },
  })
  const stop = () => child.kill('SIGKILL')
  stopSignal?.addEventListener('abort', stop)
  // A program that has ended says why by its code.
  child.stdin.on('error', () => {})
  void asked?.then((layer) => {
    child.stdin.end(JSON.stringify(layer.read))
    stopSignal = layer.signal
    stopSignal?.addEventListener('abort', stop)
    if (stopSignal?.aborted) stop()
  })
  const ended = new Promise<Ending>((resolve) => {
    child.on('error', (failure) => resolve({ code: null, killedBy: null, failure }))
    child.on('close', (code, killedBy) => resolve({ code, killedBy }))
  })
  let message = ''
  child.stderr.on('data', (text: Buffer) => {
    message = `${message}${text}`.slice(-2_000)
  })
  let isSilent = false
  const watch = () =>
    setTimeout(() => {
      isSilent = true
      child.kill('SIGKILL')
    }, silentMs)
  let timer = watch()
  try {
    for await (const piece of child.stdout) {
      // The time that the reader takes does not count.
      clearTimeout(timer)
      yield piece
      timer = watch()
    }
    const { code, killedBy, failure } = await ended
    stopSignal?.throwIfAborted()
    if (failure) throw failure
    if (code !== 0) throw toGdalError(file.name, { code, killedBy, message, isSilent })
  } finally {
    clearTimeout(timer)
    stopSignal?.removeEventListener('abort', stop)
    stop()
  }
}

type Ending = { code: number | null; killedBy: NodeJS.Signals | null; failure?: Error }
type Failure = Omit<Ending, 'failure'> & { message: string; isSilent: boolean }

/** Of a system that stops, or that is short of memory for others: the file is not to blame. */
const foreignSignals = new Set<NodeJS.Signals>(['SIGHUP', 'SIGINT', 'SIGTERM', 'SIGKILL'])

function toGdalError(name: string, { code, killedBy, message, isSilent }: Failure): Error {
  if (isSilent) return unprocessable(`Reading ${name} takes too long: split the file, or export it in another format.`)
  if (/\bSRS\b|coordinate system|proj_create/i.test(message) && code === unreadableExitCode)
    return appError('UNPROCESSABLE', `The coordinate system of ${name} is not known: choose one, such as EPSG:2263.`)
  if (killedBy && foreignSignals.has(killedBy)) return new Error(`GDAL was ended by ${killedBy} while it read ${name}.`)
  if (code === unreadableExitCode)
    return unprocessable(`The file ${name} is damaged or incomplete and cannot be read: fetch it again.`)
  return unprocessable(`The file ${name} cannot be read: it is damaged, or needs more memory than there is for it.`)
}
