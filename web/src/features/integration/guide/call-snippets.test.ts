import { execFileSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import { languages } from '../integration-search.ts'
import { type Call, countCall, exampleAudience, orderCall, readCall, snippetLanguages } from './call-snippets.ts'

const caller = { origin: 'http://localhost:3000', key: 'dyk_1' }
const awkward = { ...exampleAudience, criteria: { owner: { name: `O'Brien "and" [sons] true \\ $HOME` } } }
const first = { quantity: 50, creditRequired: 1, idempotencyKey: 'once' }

/** The body that a snippet of curl would send, as bash reads it. */
function sentByCurl(call: Call): unknown {
  const withoutCurl = `curl() { cat; }\n${snippetLanguages.curl.write(call)}`
  return JSON.parse(execFileSync('bash', ['-c', withoutCurl]).toString())
}

describe('the snippets', () => {
  test('send the body as it is, whatever is in a name', () => {
    const { body } = countCall(caller, awkward)
    expect(sentByCurl(countCall(caller, awkward))).toEqual(body)
  })

  test('write what is true, false and nothing as Python does, outside of texts alone', () => {
    const body = { yes: true, no: false, none: null, text: 'true "null" false' }
    const shown = snippetLanguages.python.write({ ...countCall(caller, exampleAudience), body })
    for (const line of ['"yes": True', '"no": False', '"none": None', String.raw`"text": "true \"null\" false"`])
      expect(shown).toContain(line)
  })

  test('put lists that fit on one line, and leave the others', () => {
    const body = { short: ['a', 'b'], pairs: [[1, 2]], long: Array.from({ length: 40 }, () => 'abc') }
    const call = { ...countCall(caller, exampleAudience), body }
    expect(snippetLanguages.javascript.write(call)).toContain('"short": ["a", "b"],')
    expect(snippetLanguages.javascript.write(call)).not.toContain('"long": ["abc", "abc"')
    expect(sentByCurl(call)).toEqual(body)
  })

  test('order from the campaign, or make one of the example', () => {
    const campaignId = '7a0d5f0e-2b54-4f5a-9a4e-0b8a3b2d6c10'
    expect(orderCall(caller, { ...exampleAudience, campaignId }, first).body).toEqual({
      campaignId,
      orderName: 'First order by API',
      quantity: 50,
      creditRequired: 1,
    })
    expect(orderCall(caller, exampleAudience, first).body).toMatchObject({
      campaign: { name: 'First call', campaignType: 'MAIL_READY' },
      criteria: exampleAudience.criteria,
    })
  })

  test.each(languages)('in %s say the key, and the Idempotency-Key where there is one', (language) => {
    const order = snippetLanguages[language].write(orderCall(caller, exampleAudience, first))
    expect(order).toContain('Bearer dyk_1')
    expect(order).toMatch(/Idempotency-Key.*once/)
    expect(snippetLanguages[language].write(readCall(caller, undefined))).not.toContain('Idempotency-Key')
  })

  test('read the order once there is one, and the newest before', () => {
    expect(readCall(caller, 'an-order').url).toBe('http://localhost:3000/v1/enterprise/orders/an-order')
    expect(readCall(caller, undefined).url).toBe('http://localhost:3000/v1/enterprise/orders?limit=1')
  })
})
