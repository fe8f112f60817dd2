import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import { text } from 'node:stream/consumers'
import type initGdal from 'gdal3.js'
import { type GdalLayer, type GdalRequest, type LayerRead, unreadableExitCode } from './gdal-request.ts'
import { createRowWriter } from './row-writer.ts'

// A program of its own: GDAL is given whatever people upload, so it may crash or grow without harming the portal. It
// reads one file and writes to its standard output, which blocks when it is not read, so that little is held.
type Gdal = Awaited<ReturnType<typeof initGdal>> & {
  Module: { FS: { open: (path: string, ...others: unknown[]) => Stream } }
}
type Write = (stream: Stream, bytes: Uint8Array, offset: number, length: number) => number
type Stream = { stream_ops: { write?: Write } }
type Dataset = Awaited<ReturnType<Gdal['open']>>['datasets'][number]

const require = createRequire(import.meta.url)
const errors: string[] = []

// Ctrl-C and a stopping service signal the whole group of processes, while the portal still ends what it reads.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {})

async function main(request: GdalRequest): Promise<void> {
  const gdal = await startGdal(request.skippedDrivers)
  const { datasets } = await gdal.open(request.path, request.openOptions)
  const [dataset] = datasets
  if (!dataset) throw new Error('The file cannot be opened.')
  if (!request.read) process.stdout.write(`${JSON.stringify(await describeLayers(gdal, dataset))}\n`)
  const read = request.read ?? (await awaitRead())
  if (read) await writeRows(gdal, dataset, read)
}

/** A large text is not opened a second time for the rows of its layer: that alone reads it to its end. */
async function awaitRead(): Promise<LayerRead | undefined> {
  const asked = await text(process.stdin)
  return asked === '' ? undefined : (JSON.parse(asked) as LayerRead)
}

async function startGdal(skippedDrivers: string): Promise<Gdal> {
  const program = require.resolve('gdal3.js/node.js')
  // Its own paths are relative to the working directory.
  process.chdir('/')
  // The package has no types for this entry; it is the same function.
  const init = require(program) as typeof initGdal
  const gdal = await init({
    path: `${dirname(program)}/dist/package`,
    useWorker: false,
    env: { GDAL_SKIP: skippedDrivers },
    logHandler: () => {},
    errorHandler: (message) => errors.push(message),
  })
  return gdal as Gdal
}

type OgrInfo = {
  layers?: {
    name: string
    featureCount: number
    fields?: { name: string; type: string }[]
    geometryFields?: { type: string; extent?: (number | null)[]; coordinateSystem?: { projjson?: Crs } }[]
  }[]
}
type Crs = { name?: string; type?: string; id?: { authority: string; code: number } }

const summary = ['-so', '-al', '-nomd']

async function describeLayers(gdal: Gdal, dataset: Dataset): Promise<GdalLayer[]> {
  // The answer of `ogrinfo -json`. Of a text all rows are read for the extent, which only tells an unnamed system.
  const plain = toLayers(await gdal.ogrinfo(dataset, [...summary, '-noextent']))
  return plain.some(({ geometry }) => geometry?.isUnknownCrs) ? toLayers(await gdal.ogrinfo(dataset, summary)) : plain
}

const toLayers = (info: object): GdalLayer[] => {
  const { layers = [] } = info as OgrInfo
  return layers.map(({ name, featureCount, fields = [], geometryFields = [] }) => {
    const [geometry] = geometryFields
    const crs = geometry?.coordinateSystem?.projjson
    const extent = geometry?.extent?.filter((value) => value !== null) ?? []
    return {
      name,
      fields: fields.map((field) => ({ name: field.name, type: field.type })),
      geometry: geometry
        ? {
            type: geometry.type,
            extent: extent.length === 4 ? extent : null,
            crsName: crs?.name ?? null,
            isUnknownCrs: crs === undefined || crs.type === 'EngineeringCRS',
          }
        : null,
      rows: featureCount,
    }
  })
}

async function writeRows(gdal: Gdal, dataset: Dataset, read: LayerRead): Promise<void> {
  const writer = createRowWriter(read)
  const { FS } = gdal.Module
  const open = FS.open
  // GDAL writes to a file in memory; its bytes are taken as they are written, and none is kept.
  FS.open = (path, ...others) => {
    const stream = open.call(FS, path, ...others)
    if (path.startsWith('/output/'))
      stream.stream_ops = {
        ...stream.stream_ops,
        write: (_, bytes, offset, length) => {
          writer.push(bytes.subarray(offset, offset + length))
          return length
        },
      }
    return stream
  }
  const place = read.sourceCrs === undefined ? [] : ['-s_srs', read.sourceCrs]
  const writing = gdal.ogr2ogr(
    dataset,
    [
      ...['-f', 'CSV', '-lco', 'GEOMETRY=AS_WKT', '-dim', 'XY', '-nlt', 'CONVERT_TO_LINEAR', '-skipfailures'],
      ...(read.isProjected ? [...place, '-t_srs', 'OGC:CRS84'] : []),
      ...(read.limit === undefined ? [] : ['-limit', String(read.limit)]),
      // Eight decimals of a degree are a millimetre.
      ...['--config', 'OGR_WKT_PRECISION', read.isProjected ? '8' : '15'],
      read.layer,
    ],
    'rows',
  )
  await writing.catch(rethrowErrors)
  writer.end()
}

/** The library takes some warnings for errors, after all rows are written. */
function rethrowErrors(error: unknown): void {
  if (errors.some((message) => message.startsWith('ERROR'))) throw error
}

try {
  await main(JSON.parse(process.argv[2] ?? '') as GdalRequest)
} catch (error) {
  const [first] = Array.isArray(error) ? error : [error]
  const message = (first as { message?: string } | undefined)?.message ?? String(error)
  process.stderr.write([...errors.slice(-5), message].join(' ').slice(0, 1_900))
  process.exitCode = unreadableExitCode
}
