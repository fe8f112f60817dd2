import { toCsvField } from '../../content/cell-text.ts'
import type { Workspace } from '../archive/workspace.ts'
import { type OpenOptions, type OpenTable, outlineColumn, type TableChoices, type TableHandle } from '../table.ts'
import { prependBytes, readHead } from '../text/byte-stream.ts'
import { readRecords } from '../text/detect-layout.ts'
import { recordChunks } from '../text/record-chunks.ts'
import { createRecordReader, type RecordReader } from '../text/records.ts'
import { toUtf8Lines } from '../text/text-decoding.ts'
import { openLayers } from './layer-tables.ts'
import { placeRows, readPlaces } from './place-rows.ts'

const headBytes = 256 * 1024
const wktStart = /^(SRID=\d+;)?(MULTI)?(POLYGON|POINT|LINESTRING) *Z?M? *\(/i
// Well-known binary of little or big ends, plain, with a third dimension or a reference.
const wkbStart =
  /^(01(0[1-6]0000[02468a]0|(e[9a-f]|d[1-6]|b[9a-f])(03|07|0b)0000)|00([02468a]0000000[1-6]|00000[37b](e[9a-f]|d[1-6]|b[9a-f])))/i
const isOutline = (cell: string) => wktStart.test(cell) || (wkbStart.test(cell) && /^[0-9a-f]{40,}$/i.test(cell))
/** The names of columns with coordinates, those of degrees last. */
const coordinateNames: [x: RegExp, y: RegExp][] = [
  [/^x$/i, /^y$/i],
  [/^x_?coord(inate)?$/i, /^y_?coord(inate)?$/i],
  [/^point_?x$/i, /^point_?y$/i],
  [/^centroid_?x$/i, /^centroid_?y$/i],
  [/^x_?cent(er|roid)?$/i, /^y_?cent(er|roid)?$/i],
  [/^east(ing)?$/i, /^north(ing)?$/i],
  [/^(longitude|lon|lng|long)$/i, /^(latitude|lat)$/i],
]
/** WGS 84, NAD 83 and NAD 27 in degrees. */
const degreeSystems = /^(EPSG:(4326|4269|4267)|OGC:CRS(84|83|27))$/i

/**
 * A table of text whose outlines (as well-known text or binary) or coordinates stand in columns, in the coordinate
 * system that is chosen: like a layer it gets `@lat`, `@lng`, `@area_sqft` and `@outline`. A text without such columns
 * is left as it is.
 */
export const toPlacedTable = (
  table: TableHandle,
  choices: TableChoices,
  { workspace, onClose }: { workspace: Workspace; onClose: (close: () => void) => void },
): TableHandle => ({
  name: table.name,
  open: async (options) => {
    const { head, rest, ...plain } = await openWithHead(table, options)
    const bytes = prependBytes(head, rest)
    // The formats with outlines know their system, or take the choice themselves.
    if (plain.facts.geometry) return { ...plain, bytes }
    const place = findPlaceColumns(plain, toUtf8Lines(head), choices.crs)
    if (!place) {
      const doubts = [
        ...plain.facts.doubts,
        'No column with outlines or coordinates was found for the coordinate system.',
      ]
      return { ...plain, bytes, facts: { ...plain.facts, doubts } }
    }
    // GDAL is given only lines and coordinates: its reader joins or shifts rows that are broken, and says nothing.
    const text = listCoordinates({ ...plain, bytes }, place, options?.limit)
    const [path = ''] = await workspace.unpack([{ fileName: 'places.csv', read: () => text }])
    const file = { path, name: plain.facts.name || 'the text', openOptions: [...place.openOptions, ...keepNoColumns] }
    const placesFile = { ...file, format: 'DELIMITED', prefix: '', hasOwnName: false } as const
    const [layer] = await openLayers(placesFile, { choices, onClose, isAlone: true })
    if (!layer) throw new Error('The coordinates make no layer.')
    const places = await layer.open(options?.signal && { signal: options.signal })
    return addPlace(plain, places, placeAgain(table, options, places.bytes))
  },
})

async function openWithHead(table: TableHandle, options: OpenOptions | undefined) {
  const { bytes, ...opened } = await table.open(options)
  return { ...opened, ...(await readHead(bytes, headBytes)) }
}

type Plain = Omit<OpenTable, 'bytes'>
type PlaceColumns = { columns: number[]; names: string; openOptions: string[] }

const keepNoColumns = ['KEEP_GEOM_COLUMNS=NO']

/** The columns with the place, and the options of GDAL that name them; undefined without such columns. */
function findPlaceColumns({ header, delimiter }: Plain, head: Buffer, crs = ''): PlaceColumns | undefined {
  const rows = readRecords(head, delimiter, 50)
  const outline = header.findIndex((_, at) => rows.some(({ cells }) => isOutline(cells[at] ?? '')))
  if (outline >= 0) return { columns: [outline], names: 'line,wkt', openOptions: ['GEOM_POSSIBLE_NAMES=wkt'] }
  const pairs = coordinateNames
    .map((names) => names.map((pattern) => header.findIndex((name) => pattern.test(name))))
    .filter((columns) => !columns.includes(-1))
  const columns = degreeSystems.test(crs) ? pairs.at(-1) : pairs[0]
  return columns && { columns, names: 'line,x,y', openOptions: ['X_POSSIBLE_NAMES=x', 'Y_POSSIBLE_NAMES=y'] }
}

/** The line and the place of each whole row as CSV. */
async function* listCoordinates(table: OpenTable, { columns, names }: PlaceColumns, limit = Number.POSITIVE_INFINITY) {
  // A table without a row is no layer: this one is of no line.
  yield Buffer.from(`${names}\n0${','.repeat(columns.length)}\n`)
  const reader = createRecordReader(table.delimiter, table.width)
  let count = 0
  for await (const chunk of recordChunks(table.bytes, table)) {
    const bytes = toUtf8Lines(Buffer.from(chunk.bytes))
    const rows: string[] = []
    let line = chunk.line
    for (let at = 0; at < bytes.length; ) {
      const record = reader.read(bytes, at)
      if (record.isWhole && record.count >= table.width) {
        count += 1
        const cells = readCoordinates(reader, columns)
        if (cells) rows.push(`${[line, ...cells].join(',')}\n`)
      }
      line += record.lines
      at = record.end
    }
    if (rows.length > 0) yield Buffer.from(rows.join(''))
    if (count >= limit) return
  }
}

function readCoordinates({ trimmedField }: RecordReader, columns: readonly number[]): string[] | undefined {
  // GDAL does not know the reference that PostGIS writes; the system is the chosen one.
  const cells = columns.map((column) => trimmedField(column).replace(/^SRID=\d+;/i, ''))
  const [cell = ''] = cells
  const isPlace =
    columns.length === 1 ? isOutline(cell) && (!cell.includes('(') || isWholeText(cell)) : cells.every(isNumber)
  return isPlace ? cells.map((cell) => toCsvField(cell)) : undefined
}

const point = /^\s*(?:[-+]?[\d.]+(?:e[-+]?\d+)?(?:\s+|\s*$)){2,4}$/i

/**
 * Whether well-known text has both ends of its brackets and numbers alone between them. Of text that is cut off, as by
 * a spreadsheet after 32,767 letters, GDAL would refuse the whole file.
 */
function isWholeText(text: string): boolean {
  let depth = 0
  for (const bracket of text.replace(/[^()]+/g, '')) {
    depth += bracket === '(' ? 1 : -1
    if (depth < 0) return false
  }
  if (depth !== 0 || !text.endsWith(')') || /[,(]\s*[,)]/.test(text)) return false
  const pieces = text.slice(text.indexOf('(')).split(/[(),]/)
  return pieces.every((piece) => piece.trim() === '' || point.test(piece))
}

const isNumber = (cell: string) => cell !== '' && Number.isFinite(Number(cell))

/** Reads the table from its beginning once more, and adds to its rows the places of their lines. */
async function* placeAgain(table: TableHandle, options: OpenOptions | undefined, places: AsyncIterable<Buffer>) {
  yield* placeRows(await table.open(options), readPlaces(places))
}

const addPlace = (plain: Plain, { facts }: OpenTable, bytes: AsyncGenerator<Buffer>): OpenTable => ({
  ...plain,
  header: [...plain.header, '@lat', '@lng', '@area_sqft', outlineColumn],
  width: plain.width + 4,
  bytes,
  facts: {
    ...plain.facts,
    file: { ...plain.facts.file, ...(facts.file.crs && { crs: facts.file.crs }) },
    geometry: facts.geometry,
    crsName: facts.crsName,
  },
})
