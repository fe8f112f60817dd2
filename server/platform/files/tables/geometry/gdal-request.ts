/** What the program that holds GDAL is asked for, as JSON in its one argument. */
export type GdalRequest = {
  path: string
  /** The drivers that GDAL must not open it with, as it lists them. */
  skippedDrivers: string
  openOptions: string[]
  /** Without one, the layers are described; with one, its rows are written. */
  read?: {
    layer: string
    dateFields: string[]
    hasGeometry: boolean
    isProjected: boolean
    /** The geometry as text stands in one column, in place of its point, area and outline. */
    keepsLine: boolean
    sourceCrs?: string
    limit?: number
  }
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
