import { join } from 'node:path'
import { Generator, getConfig } from '@tanstack/router-generator'

const web = join(import.meta.dirname, '..', '..', 'web')

/** Writes the route tree of the web client, as its build does: types and tests need it before a build. */
export async function setup() {
  await new Generator({ config: getConfig({}, web), root: web }).run()
}
