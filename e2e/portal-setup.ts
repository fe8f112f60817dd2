import type { TestProject } from 'vitest/node'
import { newDataFolder, removeDataFolder, startPortal } from './portal-process.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Where the portal answers that the browser tests share. */
    portalUrl: string
  }
}

/** One portal with demo data for all browser tests. */
export async function setup(project: TestProject) {
  const folder = await newDataFolder()
  const portal = await startPortal(folder)
  project.provide('portalUrl', portal.url)
  return async () => {
    await portal.kill('SIGTERM')
    await removeDataFolder(folder)
  }
}
