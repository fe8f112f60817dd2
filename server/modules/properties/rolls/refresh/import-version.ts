import type { Services } from '../../../../platform/context.ts'
import type { VersionedSource } from '../../sources/resolve-source.ts'
import { importRoll } from '../import-roll.ts'
import type { RollReport } from '../roll-report.ts'
import type { VersionOrigin } from '../versions/record-version.ts'

type VersionImport = {
  source: VersionedSource
  /** By the ids of the source's files. */
  files: Readonly<Record<string, string>>
  origin: VersionOrigin
}

/** Imports stored files of a dataset as they are, which someone decided: the loaded ones again, or of other counties. */
export const importVersion = (services: Services, { source, files, origin }: VersionImport): Promise<RollReport> =>
  importRoll(services, { ...source, files, origin, force: true, replacesCounties: true })

/** Imports files of a dataset unless they look worse than the loaded ones, or are the same. */
export const importGuarded = (services: Services, { source, files, origin }: VersionImport): Promise<RollReport> =>
  importRoll(services, { ...source, files, origin, isGuarded: true })
