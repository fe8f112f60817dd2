import { dayMs } from '@dooryard/contract/api/time'
import { type ApiKey, ApiKeyTerms, type NewApiKey } from '@dooryard/contract/integrations/api-keys'
import type { ApiScope } from '@dooryard/contract/integrations/api-scopes'
import { z } from 'zod'
import { startOfNextDay, toCalendarDay } from '../../lib/format/days.ts'

export const expiryChoices = [
  { value: 'NEVER', label: 'Never' },
  { value: '30', label: 'In 30 days' },
  { value: '90', label: 'In 90 days' },
  { value: '365', label: 'In a year' },
  { value: 'DAY', label: 'On a date…' },
]

type KeyMode = 'LIVE' | 'TEST'

export const keyModes = [
  { value: 'LIVE', label: 'Live' },
  { value: 'TEST', label: 'Test' },
] as const

/** The addresses and ranges of a text, one per line or separated by commas. */
const parseAddresses = (text: string): string[] => text.split(/[\s,;]+/).filter(Boolean)

export const addAddress = (text: string, address: string): string =>
  parseAddresses(text).includes(address) ? text : [...parseAddresses(text), address].join('\n')

export const toKeyForm = (key?: ApiKey) => ({
  name: key?.name ?? '',
  mode: key?.isTest ? ('TEST' as const) : ('LIVE' as KeyMode),
  scopes: key?.scopes ?? ([] as ApiScope[]),
  allowedIps: key?.allowedIps.join('\n') ?? '',
  ends: key && !key.expiresAt ? 'NEVER' : key ? 'DAY' : '90',
  through: key?.expiresAt ? toCalendarDay(Date.parse(key.expiresAt) - 1) : '',
})
export type KeyForm = ReturnType<typeof toKeyForm>

/** Returns when a key with these form values expires. The exact time of an unchanged day is preserved. */
export function toExpiry({ ends, through }: KeyForm, now: number, key?: ApiKey): string | undefined {
  if (ends === 'NEVER') return undefined
  if (ends !== 'DAY') return new Date(now + Number(ends) * dayMs).toISOString()
  return key?.expiresAt && through === toKeyForm(key).through ? key.expiresAt : startOfNextDay(through)
}

export const toKeyTerms = (form: KeyForm, now: number, key?: ApiKey): ApiKeyTerms => {
  const expiresAt = toExpiry(form, now, key)
  const { name, scopes } = form
  return ApiKeyTerms.parse({
    name,
    scopes,
    allowedIps: parseAddresses(form.allowedIps),
    ...(expiresAt && { expiresAt }),
  })
}

export const toNewKey = (form: KeyForm, now: number): NewApiKey => ({
  ...toKeyTerms(form, now),
  isTest: form.mode === 'TEST',
})

/** Why a text of addresses is refused: names the first one that is not valid. */
function getAddressError(text: string): string | undefined {
  const addresses = parseAddresses(text)
  const { error } = ApiKeyTerms.shape.allowedIps.safeParse(addresses)
  const issue = error?.issues[0]
  const at = issue?.path[0]
  return typeof at === 'number' ? `${addresses[at]}: ${issue?.message}` : issue?.message
}

/** The contract's rules, and an expiry in the future unless it is the key's current one. */
export const buildKeyForm = (now: () => number, key?: ApiKey) =>
  z
    .object({
      ...ApiKeyTerms.pick({ name: true, scopes: true }).shape,
      mode: z.enum(['LIVE', 'TEST']),
      allowedIps: z.string(),
      ends: z.string(),
      through: z.string(),
    })
    .superRefine((form, ctx) => {
      const addressError = getAddressError(form.allowedIps)
      if (addressError) ctx.addIssue({ code: 'custom', path: ['allowedIps'], message: addressError })
      if (form.ends !== 'DAY' || (key?.expiresAt && form.through === toKeyForm(key).through)) return
      const isDay = z.iso.date().safeParse(form.through).success
      if (isDay && Date.parse(startOfNextDay(form.through)) > now()) return
      ctx.addIssue({ code: 'custom', path: ['through'], message: isDay ? 'Enter a future day' : 'Enter a day' })
    })
