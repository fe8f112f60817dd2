import { readFile, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { allEndpoints } from '@dooryard/contract/all'
import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript'
import { openApiDocument } from '../server/platform/http/openapi.ts'

// Writes what the TypeScript client knows of the API, from the OpenAPI document; with --check only says whether it is in step.

const root = join(import.meta.dirname, '..')
const schemaFile = join(root, 'clients/typescript/src/schema.gen.ts')

const forPrograms = allEndpoints.filter(({ access }) => access === 'API_KEY')
const document = JSON.parse(JSON.stringify(openApiDocument(forPrograms, 'http://localhost:3000'))) as OpenAPI3
// Every call fails alike, and the client has a type of its own for that.
for (const operation of Object.values(document.paths ?? {}).flatMap((path) => Object.values(path)))
  for (const status of Object.keys(operation.responses)) if (!status.startsWith('2')) delete operation.responses[status]
const types = await openapiTS(document)
const text = `// Written by scripts/client-types.ts from the OpenAPI document.\n\n${astToString(types)}`

if (!process.argv.includes('--check')) await writeFile(schemaFile, text)
else if ((await readFile(schemaFile, 'utf8').catch(() => '')) !== text) {
  console.error(`${relative(root, schemaFile)} is not in step with the API: run "npm run client:types".`)
  process.exitCode = 1
}
