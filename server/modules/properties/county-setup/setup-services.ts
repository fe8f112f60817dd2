import type { Services } from '../../../platform/context.ts'
import type { LocationServices } from '../../../platform/files/locations/locations.ts'

/** Where files of county datasets come from besides uploads, and how large they may be. */
export type FileAccess = Omit<LocationServices, 'now'>

export type SetupServices = Services & { fileAccess: FileAccess }
