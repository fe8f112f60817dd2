import { createConfig, lintFromString } from '@redocly/openapi-core'
import { allEndpoints } from '../../contract/src/all.ts'
import { openApiDocument } from '../../server/platform/http/openapi.ts'

// The API document is valid: Redocly's recommended rules, each of which fails the check.

const switchedOff = {
  // The document is of one installation, whose operator decides on its license.
  'info-license': 'off',
  'info-license-strict': 'off',
} as const

const config = await createConfig({
  extends: ['recommended-strict'],
  rules: {
    'no-invalid-media-type-examples': { severity: 'error', allowAdditionalProperties: false },
    'no-invalid-schema-examples': { severity: 'error', allowAdditionalProperties: false },
    'no-ambiguous-paths': 'error',
    ...switchedOff,
  },
})

const source = JSON.stringify(openApiDocument(allEndpoints, 'https://portal.dooryard.test'))
const problems = await lintFromString({ source, absoluteRef: 'openapi.json', config })
for (const { ruleId, message, location } of problems)
  console.log(`${location[0]?.pointer ?? ''}: ${ruleId}: ${message.replaceAll('\n', ' ')}`)
process.exitCode = problems.length === 0 ? 0 : 1
