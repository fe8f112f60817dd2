import type { Services } from '../../../../platform/context.ts'
import type { LocationServices } from '../../../../platform/files/locations/locations.ts'
import { everyHour, everyMinute } from '../../../../platform/jobs/schedule.ts'
import { purgeVersionFiles } from '../versions/version-files.ts'
import { purgeFetched } from './fetch-files.ts'
import { notifyOfUnnoticed } from './notify-administrators.ts'
import { endAbandonedVersions, runRefreshDataset } from './refresh-dataset.job.ts'
import { refreshJob } from './refreshes.queries.ts'
import { queueDueRefreshes } from './request-refresh.ts'

export const refreshTasks = (services: Services, remote: LocationServices) => ({
  [refreshJob]: runRefreshDataset(services, remote),
})

export const refreshSchedule = (services: Services) => ({
  'queue-refreshes': everyMinute(() => queueDueRefreshes(services)),
  'notify-of-waiting-versions': everyMinute(() => notifyOfUnnoticed(services)),
  'end-abandoned-versions': everyHour(() => endAbandonedVersions(services)),
  'purge-version-files': everyHour(async () => {
    await purgeVersionFiles(services)
    await purgeFetched(services)
  }),
})
