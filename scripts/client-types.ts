import { readFile, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { allEndpoints } from '@dooryard/contract/all'
import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript'
import { openApiDocument } from '../server/platform/http/openapi.ts'

// Writes the types of the TypeScript client from the OpenAPI document; with --check only reports whether they are up
// to date.

const root = join(import.meta.dirname, '..')
const schemaFile = join(root, 'clients/typescript/src/schema.gen.ts')

const forPrograms = allEndpoints.filter(({ access }) => access === 'API_KEY')
const document = JSON.parse(JSON.stringify(openApiDocument(forPrograms, 'http://localhost:3000'))) as OpenAPI3
// All operations share one error body, for which the client has its own type.
for (const operation of Object.values(document.paths ?? {}).flatMap((path) => Object.values(path)))
  for (const status of Object.keys(operation.responses)) if (!status.startsWith('2')) delete operation.responses[status]
const types = await openapiTS(document)
const text = `// Written by scripts/client-types.ts from the OpenAPI document.\n\n${astToString(types)}`

if (!process.argv.includes('--check')) await writeFile(schemaFile, text)
else if ((await readFile(schemaFile, 'utf8').catch(() => '')) !== text) {
  console.error(`${relative(root, schemaFile)} is not in step with the API: run "npm run client:types".`)
  process.exitCode = 1
}
