import type { SetupTable, TableReading } from '@dooryard/contract/data/sources/setup-files'
import type { FileEncoding, FileFormat } from '@dooryard/contract/data/sources/source-document'
import { pluralize } from '../../../lib/format/format.ts'

export const formatLabels: Record<FileFormat, string> = {
  DELIMITED: 'Delimited text',
  FIXED_WIDTH: 'Fixed width',
  XLSX: 'Excel',
  JSON: 'JSON',
  JSON_LINES: 'JSON lines',
  GEOJSON: 'GeoJSON',
  SHAPEFILE: 'Shapefile',
  FILE_GEODATABASE: 'File geodatabase',
  GEOPACKAGE: 'GeoPackage',
  FLATGEOBUF: 'FlatGeobuf',
  PARQUET: 'Parquet',
}

export const encodingLabels: Record<FileEncoding, string> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16 LE',
  'utf-16be': 'UTF-16 BE',
  'windows-1252': 'Windows-1252 (Latin 1)',
}

type Delimiter = NonNullable<TableReading['delimiter']>

export const delimiterLabels: Record<Delimiter, string> = {
  ',': 'Comma',
  '\t': 'Tab',
  '|': 'Pipe',
  ';': 'Semicolon',
  '~': 'Tilde',
  '^': 'Caret',
}

const geometryLabels = { POINT: 'points', LINE: 'lines', POLYGON: 'outlines' } as const

const formatHeaderLine = (line: number | undefined) =>
  line === undefined ? undefined : line === 0 ? 'no header' : `header on line ${line}`

/** How a table is read, in a line: `Delimited text, comma, UTF-8, header on line 3, 10,738 rows`. */
export function describeReading({ detected, choices, geometry, crsName, rowCount, columns }: SetupTable): string {
  const { format, delimiter, encoding, headerLine, crs } = { ...detected, ...choices }
  const parts = [
    format && formatLabels[format],
    delimiter && delimiterLabels[delimiter].toLowerCase(),
    encoding && encodingLabels[encoding],
    formatHeaderLine(headerLine),
    geometry && geometryLabels[geometry],
    geometry && (crsName ?? crs ?? 'unknown coordinate system'),
    pluralize(columns.length, 'column'),
    rowCount !== null && pluralize(rowCount, 'row'),
  ]
  return parts.filter((part) => !!part).join(', ')
}

/** Cells that mean no value as a list with commas, and back. */
export const formatUnknown = (cells: readonly string[] | undefined) => (cells ?? []).join(', ')
export const parseUnknown = (text: string): string[] =>
  text
    .split(',')
    .map((cell) => cell.trim())
    .filter((cell, at, all) => cell !== '' && all.indexOf(cell) === at)

/** What is chosen: what differs from what was detected, and what was chosen before, which is shown as detected. */
export function toChoices(reading: TableReading, { detected, choices }: Pick<SetupTable, 'detected' | 'choices'>) {
  const isChosen = (key: string, value: unknown) => {
    const name = key as keyof TableReading // its own
    return value !== undefined && (name in choices || JSON.stringify(value) !== JSON.stringify(detected[name]))
  }
  return Object.fromEntries(Object.entries(reading).filter(([key, value]) => isChosen(key, value))) as TableReading
}

/** The choices of a format: what a text file leaves open, or the coordinates of a geometry. */
export function listOptions(format: FileFormat | undefined, hasGeometry: boolean) {
  const isText = format === 'DELIMITED' || format === 'FIXED_WIDTH'
  return {
    delimiter: format === 'DELIMITED',
    encoding: isText || format === 'SHAPEFILE' || format === 'JSON' || format === 'JSON_LINES',
    headerLine: isText || format === 'XLSX',
    fixedWidth: format === 'FIXED_WIDTH',
    // Other tables can have their coordinates in columns.
    crs: hasGeometry || isText || format === 'XLSX' || format === 'JSON' || format === 'JSON_LINES',
  }
}
