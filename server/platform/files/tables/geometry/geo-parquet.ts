import { open } from 'node:fs/promises'

/** What a GeoParquet file says of its geometries: https://geoparquet.org */
export type ParquetGeometry = {
  /** The columns of well-known binary. */
  columns: string[]
  /** As GDAL takes it; undefined where the file says that it is not known. */
  crs: string | undefined
  crsName: string | undefined
}

const longestFooter = 16 * 1024 * 1024
// The key in the footer, and the header of the text that follows it, in Thrift's compact protocol.
const geoKey = Buffer.from('\x03geo\x18', 'latin1')

/** Null for a Parquet file without geometries. */
export async function readParquetGeometry(path: string): Promise<ParquetGeometry | null> {
  const text = findGeoText(await readFooter(path))
  if (text === null) return null
  try {
    return toGeometry(JSON.parse(text))
  } catch {
    return null
  }
}

async function readFooter(path: string): Promise<Buffer> {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    const tail = Buffer.alloc(8)
    await file.read(tail, 0, 8, Math.max(size - 8, 0))
    const length = tail.readUInt32LE(0)
    if (tail.toString('latin1', 4) !== 'PAR1' || length > Math.min(longestFooter, size)) return Buffer.alloc(0)
    const footer = Buffer.alloc(length)
    await file.read(footer, 0, length, size - 8 - length)
    return footer
  } finally {
    await file.close()
  }
}

function findGeoText(footer: Buffer): string | null {
  const found = footer.indexOf(geoKey)
  if (found < 0) return null
  let length = 0
  let at = found + geoKey.length
  for (let factor = 1; ; factor *= 128) {
    const byte = footer[at++] ?? 0
    length += (byte % 128) * factor
    if (byte < 128) break
  }
  return footer.toString('utf8', at, at + length)
}

type Crs = { name?: string; id?: { authority: string; code: number | string } }
type GeoColumn = { encoding?: string; crs?: Crs | string | null }

function toGeometry(geo: { primary_column: string; columns: Record<string, GeoColumn> }): ParquetGeometry | null {
  const primary = geo.columns[geo.primary_column]
  if (primary?.encoding !== 'WKB') return null
  const columns = Object.entries(geo.columns).flatMap(([name, { encoding }]) => (encoding === 'WKB' ? [name] : []))
  return { columns, ...readCrs(primary.crs) }
}

/** PROJJSON, or the code of the system as some programs write it. Without a word it is the one of GeoJSON. */
function readCrs(crs: GeoColumn['crs']): Pick<ParquetGeometry, 'crs' | 'crsName'> {
  if (crs === null) return { crs: undefined, crsName: undefined }
  if (crs === undefined) return { crs: 'OGC:CRS84', crsName: 'WGS 84' }
  if (typeof crs === 'string') return { crs, crsName: crs }
  return { crs: crs.id ? `${crs.id.authority}:${crs.id.code}` : JSON.stringify(crs), crsName: crs.name }
}
