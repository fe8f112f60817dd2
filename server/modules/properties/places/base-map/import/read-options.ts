import type { TableServices } from '../../../../../platform/files/tables/open-tables.ts'

export type MapProgress = { rows: number; share: number }

export type ReadMapOptions = {
  /** The code of the state whose roads they are, for the shields of its own routes. */
  state?: string | undefined
  onProgress?: ((progress: MapProgress) => void) | undefined
  /** Where archives are unpacked. */
  files?: TableServices['files']
}
