import { join } from 'node:path'
import type { Config } from '../config.ts'
import type { Services } from '../platform/context.ts'
import { createErrorReports } from '../platform/errors/reports/error-reports.ts'
import { createErrorStore } from '../platform/errors/reports/keep-errors.ts'
import { createSentrySink } from '../platform/errors/reports/sentry.ts'
import { createSourceMaps } from '../platform/errors/reports/source-maps.ts'
import { version } from '../version.ts'

const root = join(import.meta.dirname, '../..')

/** Unexpected errors go to Sentry where it is configured, and to this portal's own tables otherwise. */
export async function composeErrorReports({ sentryDsn }: Pick<Config, 'sentryDsn'>, services: Services) {
  const sink = sentryDsn ? await createSentrySink(sentryDsn, version) : createErrorStore(services)
  const sourceMaps = createSourceMaps(join(root, 'web/source-maps'))
  return createErrorReports({ ...services, sink, sourceMaps, release: version, root })
}
