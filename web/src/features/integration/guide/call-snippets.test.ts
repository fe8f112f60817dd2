import { execFileSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import { languages } from '../integration-search.ts'
import {
  buildCountRequest,
  buildOrderRequest,
  buildReadRequest,
  exampleAudience,
  type SnippetRequest,
  snippetLanguages,
} from './call-snippets.ts'

const access = { origin: 'http://localhost:3000', key: 'dyk_1' }
const quotedAudience = { ...exampleAudience, criteria: { owner: { name: `O'Brien "and" [sons] true \\ $HOME` } } }
const firstOrder = { quantity: 50, creditRequired: 1, idempotencyKey: 'once' }

/** The request body a curl snippet sends, as bash reads it. */
function readCurlBody(call: SnippetRequest): unknown {
  const withoutCurl = `curl() { cat; }\n${snippetLanguages.curl.write(call)}`
  return JSON.parse(execFileSync('bash', ['-c', withoutCurl]).toString())
}

describe('the snippets', () => {
  test('send the body unchanged, whatever a name contains', () => {
    const { body } = buildCountRequest(access, quotedAudience)
    expect(readCurlBody(buildCountRequest(access, quotedAudience))).toEqual(body)
  })

  test('write literals as Python does, except inside strings', () => {
    const body = { yes: true, no: false, none: null, text: 'true "null" false' }
    const shown = snippetLanguages.python.write({ ...buildCountRequest(access, exampleAudience), body })
    for (const line of ['"yes": True', '"no": False', '"none": None', String.raw`"text": "true \"null\" false"`])
      expect(shown).toContain(line)
  })

  test('put short lists on one line and break long ones', () => {
    const body = { short: ['a', 'b'], pairs: [[1, 2]], long: Array.from({ length: 40 }, () => 'abc') }
    const call = { ...buildCountRequest(access, exampleAudience), body }
    expect(snippetLanguages.javascript.write(call)).toContain('"short": ["a", "b"],')
    expect(snippetLanguages.javascript.write(call)).not.toContain('"long": ["abc", "abc"')
    expect(readCurlBody(call)).toEqual(body)
  })

  test('order from the campaign, or create one from the example', () => {
    const campaignId = '7a0d5f0e-2b54-4f5a-9a4e-0b8a3b2d6c10'
    expect(buildOrderRequest(access, { ...exampleAudience, campaignId }, firstOrder).body).toEqual({
      campaignId,
      orderName: 'First order by API',
      quantity: 50,
      creditRequired: 1,
    })
    expect(buildOrderRequest(access, exampleAudience, firstOrder).body).toMatchObject({
      campaign: { name: 'First call', campaignType: 'MAIL_READY' },
      criteria: exampleAudience.criteria,
    })
  })

  test.each(languages)('include the key in %s, and the Idempotency-Key if there is one', (language) => {
    const order = snippetLanguages[language].write(buildOrderRequest(access, exampleAudience, firstOrder))
    expect(order).toContain('Bearer dyk_1')
    expect(order).toMatch(/Idempotency-Key.*once/)
    expect(snippetLanguages[language].write(buildReadRequest(access, undefined))).not.toContain('Idempotency-Key')
  })

  test('read the order once it exists, and the newest one before that', () => {
    expect(buildReadRequest(access, 'an-order').url).toBe('http://localhost:3000/v1/enterprise/orders/an-order')
    expect(buildReadRequest(access, undefined).url).toBe('http://localhost:3000/v1/enterprise/orders?limit=1')
  })
})
