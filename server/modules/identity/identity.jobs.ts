import type { Services } from '../../platform/context.ts'
import type { Task } from '../../platform/jobs/jobs.ts'
import { mailCodeJob, runMailCode } from './codes/mail-code.ts'
import { mailSignInLinkJob, runMailSignInLink } from './codes/sign-in-link.ts'
import { purgePictureJob, runDeletePicture } from './pictures/pictures.ts'
import { registerAccountJob, runRegisterAccount } from './registration/register.ts'

export const identityTasks = (services: Services): Record<string, Task> => ({
  [registerAccountJob]: runRegisterAccount(services),
  [mailCodeJob]: runMailCode(services),
  [mailSignInLinkJob]: runMailSignInLink(services),
  [purgePictureJob]: runDeletePicture(services),
})
