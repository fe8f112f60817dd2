import type { ApiScope } from '@dooryard/contract/api-scopes'

const body = JSON.stringify({
  campaignType: 'MAIL_READY',
  criteria: { owner: { occupancies: ['ABSENTEE_OUT_OF_STATE'] } },
})

/**
 * A call that a key may make and that costs nothing, for a shell; none for a key that may only place orders, since that
 * spends credits.
 */
export function firstCall(origin: string, key: string, scopes: readonly ApiScope[]): string | undefined {
  const orders = `${origin}/v1/enterprise/orders`
  const authorization = `-H 'Authorization: Bearer ${key}'`
  if (scopes.includes('counts:read'))
    return [
      `curl ${orders}/count \\`,
      `  ${authorization} \\`,
      "  -H 'Content-Type: application/json' \\",
      `  -d '${body}'`,
    ].join('\n')
  return scopes.includes('orders:read') ? `curl ${orders} \\\n  ${authorization}` : undefined
}
