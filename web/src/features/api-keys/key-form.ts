import { dayMs } from '@dooryard/contract/api/time'
import { type ApiKey, NewApiKey } from '@dooryard/contract/integrations/api-keys'
import type { ApiScope } from '@dooryard/contract/integrations/api-scopes'
import { z } from 'zod'
import { startOfNextDay, toCalendarDay } from '../../lib/format/days.ts'

export const expiryChoices = [
  { value: 'NEVER', label: 'Never' },
  { value: '30', label: 'In 30 days' },
  { value: '90', label: 'In 90 days' },
  { value: '365', label: 'In a year' },
  { value: 'DAY', label: 'After a day I choose…' },
]

export const toKeyForm = (key?: ApiKey) => ({
  name: key?.name ?? '',
  scopes: key?.scopes ?? ([] as ApiScope[]),
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

export const toNewKey = (form: KeyForm, now: number, key?: ApiKey): NewApiKey => {
  const expiresAt = toExpiry(form, now, key)
  return NewApiKey.parse({ name: form.name, scopes: form.scopes, ...(expiresAt && { expiresAt }) })
}

/** The contract's rules, and an expiry in the future unless it is the key's current one. */
export const buildKeyForm = (now: () => number, key?: ApiKey) =>
  z
    .object({ ...NewApiKey.pick({ name: true, scopes: true }).shape, ends: z.string(), through: z.string() })
    .superRefine((form, ctx) => {
      if (form.ends !== 'DAY' || (key?.expiresAt && form.through === toKeyForm(key).through)) return
      const isDay = z.iso.date().safeParse(form.through).success
      if (isDay && Date.parse(startOfNextDay(form.through)) > now()) return
      ctx.addIssue({ code: 'custom', path: ['through'], message: isDay ? 'Enter a day to come' : 'Enter a day' })
    })
