import { readFileSync } from 'node:fs'

/** The content of a JSON file of this folder, read when a source first needs it. */
export const readJsonFile = (url: URL): unknown => JSON.parse(readFileSync(url, 'utf8'))
