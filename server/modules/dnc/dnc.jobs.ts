import type { Services } from '../../platform/context.ts'
import { fileImportJob, runFileImport } from '../../platform/file-imports/file-imports.ts'
import type { Task } from '../../platform/jobs.ts'
import { renewDemoRegistry } from './demo-registry.ts'
import { forgetLoads } from './forget-loads.ts'
import { importUploaded } from './import-numbers.ts'

/** The jobs of the do-not-call lists, by name. */
export const dncTasks = (services: Services): Record<string, Task> => ({
  [fileImportJob('DNC')]: runFileImport(services, 'DNC', (file) => importUploaded(services, file)),
})

/** What is looked after now and then. */
export const dncChores = (services: Services) => ({
  forgetLoads: () => forgetLoads(services),
  renewDemoRegistry: () => renewDemoRegistry(services),
})
