import type { Services } from '../../platform/context.ts'
import type { Task } from '../../platform/jobs.ts'
import { mailCodeJob, runMailCode } from './mail-code.ts'
import { forgetPictureJob, runForgetPicture } from './pictures.ts'
import { registerAccountJob, runRegisterAccount } from './register.ts'

export const identityTasks = (services: Services): Record<string, Task> => ({
  [registerAccountJob]: runRegisterAccount(services),
  [mailCodeJob]: runMailCode(services),
  [forgetPictureJob]: runForgetPicture(services),
})
