import type { Services } from '../../platform/context.ts'
import type { Task } from '../../platform/jobs.ts'
import { forgetPictureJob, runForgetPicture } from './forget-picture.ts'
import { mailCodeJob, runMailCode } from './mail-code.ts'
import { registerAccountJob, runRegisterAccount } from './register-account.ts'

/** The jobs of accounts, by name. */
export const identityTasks = (services: Services): Record<string, Task> => ({
  [registerAccountJob]: runRegisterAccount(services),
  [mailCodeJob]: runMailCode(services),
  [forgetPictureJob]: runForgetPicture(services),
})
