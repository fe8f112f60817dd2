import type { Services } from '../../platform/context.ts'
import type { Task } from '../../platform/jobs/jobs.ts'
import { everyHour, everyMinute, type Schedule } from '../../platform/jobs/schedule.ts'
import { expiredCodeRetentionMs, purgeExpiredCodes } from './codes/email-codes.ts'
import { mailCodeJob, runMailCode } from './codes/mail-code.ts'
import { mailSignInLinkJob, runMailSignInLink } from './codes/sign-in-link.ts'
import { deleteExpiredEmailChanges } from './email-change/email-changes.queries.ts'
import { mailEmailChangeJob, runMailEmailChange } from './email-change/request-email-change.ts'
import { deleteExpiredRequests } from './external/external.queries.ts'
import { purgeNotifications } from './notifications/notifications.ts'
import { purgeExpiredPasskeyChallenges } from './passkeys/passkeys.queries.ts'
import { purgePictureJob, runDeletePicture } from './pictures/pictures.ts'
import { purgeUnverifiedAccounts, registerAccountJob, runRegisterAccount } from './registration/register.ts'
import { purgeExpiredSecondFactors } from './second-factor/second-factor-state.ts'
import { purgeExpiredSessions } from './sessions/sessions.queries.ts'

export const identityTasks = (services: Services): Record<string, Task> => ({
  [registerAccountJob]: runRegisterAccount(services),
  [mailCodeJob]: runMailCode(services),
  [mailSignInLinkJob]: runMailSignInLink(services),
  [mailEmailChangeJob]: runMailEmailChange(services),
  [purgePictureJob]: runDeletePicture(services),
})

export const identitySchedule = ({ db, clock }: Services): Schedule => ({
  'purge-codes': everyMinute(() => purgeExpiredCodes(db, clock.now())),
  // Kept like codes, for as long as the job that created one may run again.
  'purge-email-changes': everyHour(() =>
    deleteExpiredEmailChanges(db, new Date(clock.now().getTime() - expiredCodeRetentionMs)),
  ),
  'purge-passkey-challenges': everyMinute(() => purgeExpiredPasskeyChallenges(db, clock.now())),
  'purge-second-factors': everyHour(() => purgeExpiredSecondFactors(db, clock.now())),
  'purge-provider-requests': everyMinute(() => deleteExpiredRequests(db, clock.now())),
  'purge-notifications': everyHour(() => purgeNotifications(db, clock.now())),
  'purge-sessions': everyHour(() => purgeExpiredSessions(db, clock.now())),
  'purge-unverified-accounts': everyHour(() => purgeUnverifiedAccounts(db, clock.now())),
})
