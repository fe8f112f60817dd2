import { unprocessable } from '../../content/input-file.ts'
import {
  type GeometryKind,
  type OpenOptions,
  type OpenTable,
  outlineColumn,
  pathColumn,
  type TableChoices,
  type TableHandle,
  toUniqueNames,
} from '../table.ts'
import { requireColumns } from '../text/open-text.ts'
import type { GdalLayer } from './gdal-request.ts'
import { type GdalDataset, type GdalFile, openDataset } from './run-gdal.ts'

export type LayerFile = GdalFile & {
  /** What its tables are called before their own name, where the file is one of several. */
  prefix: string
  /** The layer has the name of a temporary file, which says nothing. */
  hasOwnName: boolean
}

const shapeColumns = ['@lat', '@lng', '@area_sqft', outlineColumn]

export type LayerContext = {
  choices: TableChoices
  /** Is told what to end once nothing of the file is read any more. */
  onClose: (close: () => void) => void
  /** No others are opened beside it: the programs of a hundred files that each wait to be read would fill the memory. */
  isAlone: boolean
}

/** The layers of a file with geometries, each a table. Empty layers are left out unless all are. */
export async function openLayers(file: LayerFile, { choices, onClose, isAlone }: LayerContext): Promise<TableHandle[]> {
  const { layers, read, close } = await openDataset(file, { waits: isAlone })
  onClose(close)
  const filled = layers.filter(({ rows }) => rows !== 0)
  if (filled.length === 0) throw unprocessable(`The file ${file.name} has no rows.`)
  return filled.map((layer) => {
    const ownName = file.hasOwnName || filled.length > 1 ? layer.name : ''
    const name = [file.prefix, ownName].filter((part) => part !== '').join('/')
    return { name, open: async (options) => openLayer(file, layer, { name, choices, options, read }) }
  })
}

type LayerOptions = Pick<GdalDataset, 'read'> & {
  name: string
  choices: TableChoices
  options: OpenOptions | undefined
}

function openLayer(file: LayerFile, layer: GdalLayer, { name, choices, options = {}, read }: LayerOptions): OpenTable {
  const place = placeLayer(layer, choices)
  const names = layer.fields.map((field) => field.name)
  if (names.length === 0) throw unprocessable(`The file ${file.name} has outlines and no columns: fetch it again.`)
  const keepsLine = options.keepsLines === true && layer.geometry !== null && toKind(layer.geometry.type) === 'LINE'
  const shape = keepsLine ? [pathColumn] : shapeColumns
  const header = [...toUniqueNames(names), ...(layer.geometry ? shape : [])]
  requireColumns(header.length, file.name)
  const dateFields = layer.fields
    .filter(({ type }) => type === 'Date' || type === 'DateTime')
    .map((field) => field.name)
  const wanted = {
    layer: layer.name,
    dateFields,
    hasGeometry: layer.geometry !== null,
    isProjected: place.isProjected,
    keepsLine,
    ...(place.sourceCrs !== undefined && { sourceCrs: place.sourceCrs }),
    ...(options.limit !== undefined && { limit: options.limit }),
  }
  return {
    header,
    delimiter: ',',
    width: header.length,
    line: 1,
    bytes: read(wanted, options.signal),
    facts: {
      name,
      file: {
        format: file.format,
        ...(name !== '' && { table: name }),
        ...(choices.crs && { crs: choices.crs }),
        ...(choices.encoding && { encoding: choices.encoding }),
      },
      geometry: layer.geometry ? toKind(layer.geometry.type) : null,
      crsName: choices.crs ?? place.crsName,
      doubts: place.doubts,
      rowCount: layer.rows,
    },
  }
}

type Place = { isProjected: boolean; sourceCrs?: string; crsName: string | null; doubts: string[] }

/** How coordinates become degrees. Without a coordinate system only those that can be degrees are taken for them. */
function placeLayer({ geometry }: GdalLayer, { crs }: TableChoices): Place {
  if (!geometry) return { isProjected: false, crsName: null, doubts: [] }
  if (crs !== undefined) return { isProjected: true, sourceCrs: crs, crsName: crs, doubts: [] }
  if (!geometry.isUnknownCrs) return { isProjected: true, crsName: geometry.crsName, doubts: [] }
  if (isWithinDegrees(geometry.extent))
    return {
      isProjected: true,
      sourceCrs: 'OGC:CRS84',
      crsName: null,
      doubts: ['The file names no coordinate system. Its coordinates can be degrees, and are read as WGS 84.'],
    }
  return {
    isProjected: false,
    crsName: null,
    doubts: [
      'The file names no known coordinate system (its .prj is missing or unknown), and its coordinates are not degrees: choose one, such as EPSG:2263. Without it no property has a place.',
    ],
  }
}

const isWithinDegrees = (extent: readonly number[] | null) =>
  extent?.every((value, at) => Math.abs(value) <= (at % 2 === 0 ? 180 : 90)) ?? false

function toKind(type: string): GeometryKind {
  if (/point/i.test(type)) return 'POINT'
  return /line|curve/i.test(type) && !/polygon|surface/i.test(type) ? 'LINE' : 'POLYGON'
}
