/**
 * What the program that holds GDAL is asked for, as JSON in its one argument. Without `read` it describes the layers in
 * a line, and then waits for the layer to read on its standard input, which ends where none is.
 */
export type GdalRequest = {
  path: string
  /** The drivers that GDAL must not open it with, as it lists them. */
  skippedDrivers: string
  openOptions: string[]
  read?: LayerRead
}

/** A layer to read, and how its rows are written. */
export type LayerRead = {
  layer: string
  dateFields: string[]
  hasGeometry: boolean
  isProjected: boolean
  /** The geometry as text stands in one column, in place of its point, area and outline. */
  keepsLine: boolean
  sourceCrs?: string
  limit?: number
}

export type GdalLayer = {
  name: string
  fields: { name: string; type: string }[]
  /** Null for a table without a geometry. */
  geometry: { type: string; extent: number[] | null; crsName: string | null; isUnknownCrs: boolean } | null
  rows: number
}

/** The program ends with it when the file cannot be read; its last line of errors has GDAL's message. */
export const unreadableExitCode = 3
