import type { Workspace } from '../archive/workspace.ts'
import { type OpenOptions, type OpenTable, outlineColumn, type TableChoices, type TableHandle } from '../table.ts'
import { prependBytes, readHead } from '../text/byte-stream.ts'
import { readRecords } from '../text/detect-layout.ts'
import { toUtf8Lines } from '../text/text-decoding.ts'
import { openLayers } from './layer-tables.ts'

const headBytes = 256 * 1024
const wktStart = /^(SRID=\d+;)?(MULTI)?(POLYGON|POINT|LINESTRING) *Z?M? *\(/i
const xNames = /^(x|x_?coord(inate)?|point_?x|centroid_?x|x_?cent(er|roid)?|east(ing)?|longitude|lon|lng)$/i
const yNames = /^(y|y_?coord(inate)?|point_?y|centroid_?y|y_?cent(er|roid)?|north(ing)?|latitude|lat)$/i

/**
 * A table of text whose outlines (as well-known text) or coordinates stand in columns, in the coordinate system that is
 * chosen: like a layer it gets `@lat`, `@lng`, `@area_sqft` and `@outline`. A text without such columns is left as it is.
 */
export const toPlacedTable = (table: TableHandle, choices: TableChoices, workspace: Workspace): TableHandle => ({
  name: table.name,
  open: async (options) => {
    const { head, rest, ...plain } = await openWithHead(table, options)
    const bytes = prependBytes(head, rest)
    const place = findPlaceOptions(plain, toUtf8Lines(head))
    if (!place) {
      const doubts = [
        ...plain.facts.doubts,
        'No column with outlines or coordinates was found for the coordinate system.',
      ]
      return { ...plain, bytes, facts: { ...plain.facts, doubts } }
    }
    // GDAL reads the names of this line, which cannot be mistaken for anything.
    const names = plain.header.map((_, at) => `c${at}`).join(plain.delimiter)
    const text = prependBytes(Buffer.from(`${names}\n`), bytes)
    const [path = ''] = await workspace.unpack([{ fileName: 'rows.csv', read: () => text }])
    const file = { path, name: plain.facts.name || 'the text', openOptions: place }
    const [layer] = await openLayers({ ...file, format: 'DELIMITED', prefix: '', hasOwnName: false }, choices)
    if (!layer) return { ...plain, bytes }
    return addPlace(plain, await layer.open(options))
  },
})

async function openWithHead(table: TableHandle, options: OpenOptions | undefined) {
  const { bytes, ...opened } = await table.open(options)
  return { ...opened, ...(await readHead(bytes, headBytes)) }
}

type Plain = Omit<OpenTable, 'bytes'>

/** The options of GDAL that name the columns; undefined without such columns. */
function findPlaceOptions({ header, delimiter }: Plain, head: Buffer): string[] | undefined {
  const rows = readRecords(head, delimiter, 50)
  const outline = header.findIndex((_, at) => rows.some(({ cells }) => wktStart.test(cells[at] ?? '')))
  if (outline >= 0) return [`GEOM_POSSIBLE_NAMES=c${outline}`]
  const [x, y] = [xNames, yNames].map((names) => header.findIndex((name) => names.test(name)))
  if (x === undefined || y === undefined || x < 0 || y < 0) return undefined
  return [`X_POSSIBLE_NAMES=c${x}`, `Y_POSSIBLE_NAMES=c${y}`]
}

const addPlace = (plain: Plain, { bytes, facts }: OpenTable): OpenTable => ({
  ...plain,
  header: [...plain.header, '@lat', '@lng', '@area_sqft', outlineColumn],
  width: plain.width + 4,
  delimiter: ',',
  bytes,
  facts: {
    ...plain.facts,
    file: { ...plain.facts.file, ...(facts.file.crs && { crs: facts.file.crs }) },
    geometry: facts.geometry,
    crsName: facts.crsName,
    rowCount: facts.rowCount,
  },
})
