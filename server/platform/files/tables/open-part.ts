import type { FileFormat } from '@dooryard/contract/data/sources/source-document'
import { unprocessable } from '../content/input-file.ts'
import { type LayerContext, openLayers } from './geometry/layer-tables.ts'
import { toJsonTable } from './json/json-table.ts'
import { hasLongNumbers } from './json/parse-json.ts'
import { isJsonStart } from './json/scan-arrays.ts'
import { type ParquetStore, toGeoParquetTable } from './parquet.queries.ts'
import { addDoubts, type Part, type TableHandle } from './table.ts'
import { decodeStart } from './text/decode-text.ts'
import { toTextTable } from './text/delimited.ts'

export type PartContext = LayerContext & { store: ParquetStore | undefined }

/** The tables of a file by what it begins with. */
export async function openPart(part: Part, context: PartContext): Promise<TableHandle[]> {
  const { head, fileName } = part
  const { choices, store } = context
  refuseUnread(head, fileName)
  const format = choices.format ?? detectFormat(head)
  if (format === 'PARQUET') return [await toGeoParquetTable(part, store, choices)]
  if (format === 'JSON' && isSocrataJson(head))
    throw unprocessable(`The rows of ${fileName} have no names (Socrata's rows.json): download its CSV instead.`)
  if (format === 'JSON' || format === 'JSON_LINES') return [toJsonTable(part, format, choices)]
  if (format !== 'GEOJSON' && format !== 'GEOPACKAGE' && format !== 'FLATGEOBUF' && format !== 'SHAPEFILE')
    return [toTextTable(part, choices)]
  const file = {
    path: await part.toPath(),
    name: fileName,
    format,
    prefix: part.name,
    hasOwnName: format === 'GEOPACKAGE',
    openOptions: format === 'GEOJSON' ? geoJsonOptions : [],
  }
  const layers = await openLayers(file, context)
  const isSpoiled = format === 'GEOJSON' && hasLongNumbers(decodeStart(head))
  return isSpoiled ? layers.map((layer) => addDoubts(layer, [longNumberDoubt])) : layers
}

const longNumberDoubt =
  'The file has numbers of 16 and more digits, which can lose their last ones: compare some, or export them as text.'

// Text stays as it is written, and an object within the properties gives a column for each of its own.
const geoJsonOptions = ['DATE_AS_STRING=YES', 'FLATTEN_NESTED_ATTRIBUTES=YES', 'NESTED_ATTRIBUTE_SEPARATOR=.']

const startsWith = (head: Buffer, text: string) => head.subarray(0, text.length).equals(Buffer.from(text, 'latin1'))

function refuseUnread(head: Buffer, name: string): void {
  if (startsWith(head, '\xd0\xcf\x11\xe0'))
    throw unprocessable(`The file ${name} is an old Excel file or has a password: save it as XLSX or CSV without one.`)
  if (startsWith(head, "7z\xbc\xaf'") || startsWith(head, 'Rar!'))
    throw unprocessable(`The file ${name} is packed in a way that is not read: pack it as a zip.`)
  if (startsWith(head, '%PDF')) throw unprocessable(`The file ${name} is a PDF: ask its publisher for the data.`)
  if (startsWith(head, '\0\0\x27\x0a'))
    throw unprocessable(`The file ${name} is one part of a shapefile: pack its .shp, .shx, .dbf and .prj in a zip.`)
}

function detectFormat(head: Buffer): FileFormat | undefined {
  if (startsWith(head, 'SQLite format 3\0')) return 'GEOPACKAGE'
  if (startsWith(head, 'fgb')) return 'FLATGEOBUF'
  if (startsWith(head, 'PAR1')) return 'PARQUET'
  const text = decodeStart(head).trimStart()
  return isJsonStart(text.charCodeAt(0)) ? detectJson(text) : isDbf(head) ? 'SHAPEFILE' : undefined
}

/** Its columns are described in its beginning, and its rows are lists. */
const isSocrataJson = (head: Buffer) => /^\s*\{\s*"meta"\s*:\s*\{\s*"view"\s*:/.test(decodeStart(head))

function detectJson(text: string): FileFormat | undefined {
  if (/"type"\s*:\s*"(FeatureCollection|Feature|Topology)"/.test(text)) return 'GEOJSON'
  if (/"esriGeometry\w+"/.test(text)) return 'GEOJSON'
  const [first = ''] = text.split(/\r?\n/, 1)
  return text[0] === '{' && isWholeObject(first) && text.trim().length > first.length ? 'JSON_LINES' : 'JSON'
}

function isWholeObject(line: string): boolean {
  try {
    return typeof JSON.parse(line) === 'object'
  } catch {
    return false
  }
}

/** A table of dBase: its version, a plausible day of its last change, and a head as long as its fields need. */
const isDbf = (head: Buffer) =>
  head.length > 64 &&
  [0x03, 0x83, 0x8b, 0x30, 0xf5].includes(head[0] ?? 0) &&
  (head[2] ?? 0) >= 1 &&
  (head[2] ?? 0) <= 12 &&
  (head[3] ?? 0) <= 31 &&
  [0, 1].includes((head.readUInt16LE(8) - 1) % 32)
